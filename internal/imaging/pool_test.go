package imaging_test

import (
	"context"
	"testing"

	"github.com/vitrine-photos/vitrine/internal/imaging"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	pool := newPool(t, imaging.Config{})
	library, err := pool.Check(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", library)
	for _, escape := range library.Sandbox.Escapes() {
		t.Errorf("the sandbox let a worker %s: %s", escape.Name, escape.Detail)
	}
	if len(library.Sandbox.Attempts) < 8 {
		t.Errorf("only %d attempts to break out", len(library.Sandbox.Attempts))
	}
}

func TestWholeSet(t *testing.T) {
	pool := newPool(t, imaging.Config{})
	s, got := derive(t, pool, fileSource(t, photo(t, "large/kleiber-20mp-baseline.jpg")), wholeSet()...)
	t.Logf("%+v\n%+v\n%+v", s, got.renditions, got.metadata)
}
