package store

import (
	"fmt"
	"strings"
)

// conditions collects the conditions of a query and their arguments.
type conditions struct {
	clauses []string
	args    []any
}

// add appends a condition in which each ? stands for the next of args.
func (c *conditions) add(clause string, args ...any) {
	for _, arg := range args {
		clause = strings.Replace(clause, "?", c.arg(arg), 1)
	}
	c.clauses = append(c.clauses, clause)
}

// arg appends an argument and returns its placeholder.
func (c *conditions) arg(value any) string {
	c.args = append(c.args, value)
	return fmt.Sprintf("$%d", len(c.args))
}

// where returns the WHERE clause, which is empty without conditions.
func (c *conditions) where() string {
	if len(c.clauses) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(c.clauses, " AND ")
}

// containing returns the pattern of LIKE … ESCAPE '\' that matches texts with
// part in them.
func containing(part string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(part) + "%"
}
