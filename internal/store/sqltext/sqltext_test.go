package sqltext_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine/internal/store/sqltext"
)

func TestConditions(t *testing.T) {
	t.Parallel()
	var c sqltext.Conditions
	if got := c.Where(); got != "" {
		t.Errorf("without conditions: %q", got)
	}
	c.Add("a = ? AND b < ?", 1, "two")
	c.Add("c IS NULL")
	limit := c.Arg(20)
	if got, want := c.Where()+" LIMIT "+limit, " WHERE a = $1 AND b < $2 AND c IS NULL LIMIT $3"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if diff := cmp.Diff([]any{1, "two", 20}, c.Args); diff != "" {
		t.Error(diff)
	}
}

func TestInList(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		ids  []int64
		list string
		args []any
	}{
		{[]int64{7}, "$3", []any{int64(7)}},
		{[]int64{7, 8}, "$3, $4", []any{int64(7), int64(8)}},
		{[]int64{7, 8, 9}, "$3, $4, $5, $6", []any{int64(7), int64(8), int64(9), int64(9)}},
	} {
		list, args := sqltext.InList(3, test.ids)
		if list != test.list {
			t.Errorf("%v: got %q, want %q", test.ids, list, test.list)
		}
		if diff := cmp.Diff(test.args, args); diff != "" {
			t.Errorf("%v: %s", test.ids, diff)
		}
	}
}

func TestTuples(t *testing.T) {
	t.Parallel()
	list, args := sqltext.Tuples([][]any{{1, "a"}, {2, nil}})
	if want := "($1, $2), ($3, $4)"; list != want {
		t.Errorf("got %q, want %q", list, want)
	}
	if diff := cmp.Diff([]any{1, "a", 2, nil}, args); diff != "" {
		t.Error(diff)
	}
}

func TestContaining(t *testing.T) {
	t.Parallel()
	if got, want := sqltext.Containing(`50%_a\b`), `%50\%\_a\\b%`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
