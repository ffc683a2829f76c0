package sqltext

import (
	"fmt"
	"strings"
)

// Conditions collects the conditions of a query and their arguments. The zero
// value holds none.
type Conditions struct {
	Clauses []string
	Args    []any // of the placeholders $1, $2 …
}

// Add appends a condition in which each ? stands for the next of args.
func (c *Conditions) Add(clause string, args ...any) {
	for _, arg := range args {
		clause = strings.Replace(clause, "?", c.Arg(arg), 1)
	}
	c.Clauses = append(c.Clauses, clause)
}

// Arg appends an argument and returns its placeholder.
func (c *Conditions) Arg(value any) string {
	c.Args = append(c.Args, value)
	return fmt.Sprintf("$%d", len(c.Args))
}

// Where returns the WHERE clause, which is empty without conditions.
func (c *Conditions) Where() string {
	if len(c.Clauses) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(c.Clauses, " AND ")
}

// Containing returns the pattern of LIKE … ESCAPE '\' that matches texts with
// part in them.
func Containing(part string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(part) + "%"
}
