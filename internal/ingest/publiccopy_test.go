package ingest_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/vitrine-photos/vitrine/internal/ingest"
)

func TestWritePublicCopy(t *testing.T) {
	t.Parallel()
	jpg := jpegFile(t, picture(32, 32, 0))
	for _, test := range []struct {
		name     string
		data     []byte
		mimeType string
		want     error
	}{
		{"a JPEG", jpg, "image/jpeg", nil},
		{"a PNG", pngFile(t, picture(32, 32, 0)), "image/png", nil},
		{"a type that cannot be stripped", gifFile(t, picture(32, 32, 0)), "image/gif", ingest.ErrNoPublicCopy},
		{"an unknown type", jpg, "image/x-unknown", ingest.ErrNoPublicCopy},
		{"a broken file", jpg[:100], "image/jpeg", ingest.ErrNoPublicCopy},
		{"a file of another type", jpg, "image/png", ingest.ErrNoPublicCopy},
	} {
		var out bytes.Buffer
		err := ingest.WritePublicCopy(&out, bytes.NewReader(test.data), test.mimeType)
		if !errors.Is(err, test.want) || (test.want != nil) != (out.Len() == 0) {
			t.Errorf("%s: %v after %d bytes, want %v", test.name, err, out.Len(), test.want)
		}
		if err == nil && !ingest.HasPublicCopy(test.mimeType) {
			t.Errorf("%s has a copy that is not expected", test.name)
		}
	}
}

func TestHasPublicCopy(t *testing.T) {
	t.Parallel()
	for mimeType, want := range map[string]bool{
		"image/jpeg": true, "image/png": true, "image/webp": true,
		"image/gif": false, "image/heic": false, "image/avif": false, "image/tiff": false, "image/x-unknown": false, "": false,
	} {
		if got := ingest.HasPublicCopy(mimeType); got != want {
			t.Errorf("%q: %v, want %v", mimeType, got, want)
		}
	}
}
