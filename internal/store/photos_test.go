package store_test

import (
	"testing"

	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

func TestPhotos(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, storetest.RunPhotos)
}
