package vitrine_test

import (
	"encoding/json"
	"errors"
	"testing"
	"unicode/utf8"

	"github.com/vitrine-photos/vitrine"
	"pgregory.net/rapid"
)

func TestClean(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
		once := vitrine.Clean(s)
		if !utf8.ValidString(once) {
			t.Fatalf("%q is not valid UTF-8", once)
		}
		if twice := vitrine.Clean(once); twice != once {
			t.Fatalf("%q is not clean yet: %q", once, twice)
		}
	})
}

func TestFoldName(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{{"Sea", "SEA"}, {"Straße", "STRASSE"}, {"Cafe\u0301", "café"}, {"ΣΊΣΥΦΟΣ", "σίσυφος"}} {
		if vitrine.FoldName(pair[0]) != vitrine.FoldName(pair[1]) {
			t.Errorf("%q and %q are not the same name", pair[0], pair[1])
		}
	}
	if vitrine.FoldName("sea") == vitrine.FoldName("seas") {
		t.Error("sea and seas are the same name")
	}
}

func TestOptional(t *testing.T) {
	t.Parallel()
	var v struct{ A, B, C vitrine.Optional[int] }
	if err := json.Unmarshal([]byte(`{"A":5,"B":null}`), &v); err != nil {
		t.Fatal(err)
	}
	if v.A != vitrine.Some(5) || v.B != vitrine.Null[int]() || v.C != (vitrine.Optional[int]{}) {
		t.Errorf("got %+v", v)
	}
	if v.A.Or(1) != 5 || v.B.Or(1) != 1 || v.C.Or(1) != 1 {
		t.Error("Or does not fall back for null and absent alone")
	}
}

func TestErrorCode(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		err  error
		want vitrine.Code
	}{
		{nil, ""},
		{errors.New("x"), vitrine.CodeInternal},
		{vitrine.NotFound("photo", 5), vitrine.CodeNotFound},
		{errors.Join(errors.New("x"), vitrine.Conflict("slug_taken", "m", nil)), vitrine.CodeConflict},
		{vitrine.Faults{}.Err(), ""},
		{vitrine.Invalid("title", vitrine.FaultTooLong, vitrine.ReasonMaxCharacters, 1), vitrine.CodeValidation},
	} {
		if got := vitrine.ErrorCode(test.err); got != test.want {
			t.Errorf("%v: got %q, want %q", test.err, got, test.want)
		}
	}
}
