package store_test

import (
	"testing"

	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

func TestStore(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, storetest.Run)
}
