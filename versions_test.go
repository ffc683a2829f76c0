package vitrine_test

import (
	"testing"

	"github.com/vitrine-photos/vitrine"
)

func TestVersions(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		wanted vitrine.Versions
		is     int64
		fits   bool
	}{
		{nil, 3, true},
		{vitrine.Versions{}, 3, false},
		{vitrine.Versions{3}, 3, true},
		{vitrine.Versions{2, 3, 7}, 3, true},
		{vitrine.Versions{2, 7}, 3, false},
	} {
		err := tt.wanted.Check(tt.is)
		if (err == nil) != tt.fits || err != nil && vitrine.ErrorCode(err) != vitrine.CodeConflict {
			t.Errorf("%v for the version %d: %v", tt.wanted, tt.is, err)
		}
	}
}
