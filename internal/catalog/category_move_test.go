package catalog_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine-photos/vitrine"
)

// below spells the names of what is right below a category, or at the top.
func (b *bench) below(parent *vitrine.Category) string {
	b.Helper()
	var id *int64
	if parent != nil {
		id = &parent.ID
	}
	children, err := b.ChildCategories(b.Context(), b.admin(), id, 100)
	b.must(err)
	var names []string
	for _, child := range children {
		names = append(names, child.Name)
	}
	return strings.Join(names, " ")
}

func TestMoveCategory(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	one, two, three := b.category("One", 0), b.category("Two", 0), b.category("Three", 0)
	in, deep := b.category("In", two.ID), b.category("Deep", three.ID)
	top := vitrine.Null[int64]()
	move := func(c *vitrine.Category, to vitrine.CategoryPlace) *vitrine.Category {
		b.Helper()
		moved, err := b.MoveCategory(b.Context(), b.admin(), c.ID, to, nil)
		b.must(err)
		return moved
	}
	for _, step := range []struct {
		name string
		what *vitrine.Category
		to   vitrine.CategoryPlace
		want string // at the top
	}{
		{"to the front", three, vitrine.CategoryPlace{ParentID: top, BeforeID: vitrine.Some(one.ID)}, "Three One Two"},
		{"to the end", three, vitrine.CategoryPlace{ParentID: top}, "One Two Three"},
		{"between two", three, vitrine.CategoryPlace{ParentID: top, BeforeID: vitrine.Some(two.ID)}, "One Three Two"},
		{"one back", one, vitrine.CategoryPlace{ParentID: top, BeforeID: vitrine.Some(two.ID)}, "Three One Two"},
		{"up from below", in, vitrine.CategoryPlace{ParentID: top, BeforeID: vitrine.Some(one.ID)}, "Three In One Two"},
		{"down below another", one, vitrine.CategoryPlace{ParentID: vitrine.Some(three.ID), BeforeID: vitrine.Some(deep.ID)}, "Three In Two"},
	} {
		move(step.what, step.to)
		if got := b.below(nil); got != step.want {
			t.Errorf("%s: %s at the top, want %s", step.name, got, step.want)
		}
	}
	if got := b.below(three); got != "One Deep" {
		t.Errorf("below Three are %s", got)
	}
	b.skipEvents()
	before, err := b.Category(t.Context(), b.admin(), one.ID)
	b.must(err)
	same := move(one, vitrine.CategoryPlace{ParentID: vitrine.Some(three.ID), BeforeID: vitrine.Some(deep.ID)})
	if same.Version != before.Version {
		t.Errorf("where it is, it got version %d after %d", same.Version, before.Version)
	}
	b.wantEvents()
	moved := move(three, vitrine.CategoryPlace{ParentID: vitrine.Some(two.ID)})
	if moved.Path != "two/three" {
		t.Errorf("it moved to %s", moved.Path)
	}
	b.wantEvents(fmt.Sprint("category.updated ", three.ID), fmt.Sprint("category.updated ", one.ID), fmt.Sprint("category.updated ", deep.ID))
}

// faultyField names the first field that is wrong.
func faultyField(err error) string {
	if failure, ok := errors.AsType[*vitrine.Error](err); ok && len(failure.Faults) > 0 {
		return failure.Faults[0].Field
	}
	return ""
}

// Others make room in the same step, or nothing is moved at all.
func TestMoveCategoryWhole(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	all := []*vitrine.Category{b.category("A", 0), b.category("B", 0), b.category("C", 0), b.category("D", 0)}
	for i, c := range all {
		_, err := b.UpdateCategory(t.Context(), b.admin(), c.ID, vitrine.CategoryInput{SortOrder: vitrine.Some(i)}, nil)
		b.must(err)
	}
	b.skipEvents()
	if _, err := b.MoveCategory(t.Context(), b.admin(), all[3].ID, vitrine.CategoryPlace{ParentID: vitrine.Null[int64](), BeforeID: vitrine.Some(all[1].ID)}, nil); err != nil {
		t.Fatal(err)
	}
	if got := b.below(nil); got != "A D B C" {
		t.Errorf("they are %s", got)
	}
	b.wantEvents(fmt.Sprint("category.updated ", all[1].ID), fmt.Sprint("category.updated ", all[2].ID), fmt.Sprint("category.updated ", all[3].ID))

	child := b.category("Child", all[0].ID)
	for name, tt := range map[string]struct {
		to    vitrine.CategoryPlace
		match vitrine.Versions
		code  vitrine.Code
		field string
	}{
		"no parent said":            {vitrine.CategoryPlace{}, nil, vitrine.CodeValidation, "parent_id"},
		"below what is not there":   {vitrine.CategoryPlace{ParentID: vitrine.Some[int64](99), BeforeID: vitrine.Some[int64](98)}, nil, vitrine.CodeUnprocessable, "parent_id"},
		"below what is below it":    {vitrine.CategoryPlace{ParentID: vitrine.Some(child.ID)}, nil, vitrine.CodeUnprocessable, "parent_id"},
		"below itself":              {vitrine.CategoryPlace{ParentID: vitrine.Some(all[0].ID)}, nil, vitrine.CodeUnprocessable, "parent_id"},
		"before one elsewhere":      {vitrine.CategoryPlace{ParentID: vitrine.Null[int64](), BeforeID: vitrine.Some(child.ID)}, nil, vitrine.CodeUnprocessable, "before_id"},
		"before itself":             {vitrine.CategoryPlace{ParentID: vitrine.Null[int64](), BeforeID: vitrine.Some(all[0].ID)}, nil, vitrine.CodeUnprocessable, "before_id"},
		"of a version it is not at": {vitrine.CategoryPlace{ParentID: vitrine.Null[int64]()}, vitrine.Versions{77}, vitrine.CodeConflict, ""},
	} {
		_, err := b.MoveCategory(t.Context(), b.admin(), all[0].ID, tt.to, tt.match)
		if vitrine.ErrorCode(err) != tt.code || tt.field != "" && faultyField(err) != tt.field {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := b.below(nil); got != "A D B C" {
		t.Errorf("after all that was refused they are %s", got)
	}
	if _, err := b.MoveCategory(t.Context(), vitrine.Actor{UserID: 1, Role: vitrine.RoleEditor}, all[0].ID, vitrine.CategoryPlace{ParentID: vitrine.Null[int64]()}, nil); vitrine.ErrorCode(err) != vitrine.CodeForbidden {
		t.Errorf("an editor: %v", err)
	}
}
