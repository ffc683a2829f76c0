// Package sqltext writes the parts of SQL that depend on how many values there
// are: conditions, and lists of placeholders. Values never become text.
package sqltext

import (
	"fmt"
	"strings"
)

// MaxBatch is how many values one statement looks for.
const MaxBatch = 512

// InList returns the placeholders and arguments for at least one id, numbered
// from the given one. The last id is repeated up to a power of two, so that
// there are few different statements to prepare.
func InList[K any](from int, ids []K) (string, []any) {
	size := 1
	for size < len(ids) {
		size *= 2
	}
	args := make([]any, size)
	for i := range args {
		args[i] = ids[min(i, len(ids)-1)]
	}
	return Placeholders(from, size), args
}

// Placeholders returns n placeholders: "$3, $4".
func Placeholders(from, n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "$%d", from+i)
	}
	return b.String()
}

// Tuples returns the placeholders of some rows, and their values in one list.
func Tuples(rows [][]any) (list string, args []any) {
	lists := make([]string, len(rows))
	for i, row := range rows {
		lists[i] = "(" + Placeholders(len(args)+1, len(row)) + ")"
		args = append(args, row...)
	}
	return strings.Join(lists, ", "), args
}
