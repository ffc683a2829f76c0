package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/vitrine-photos/vitrine/internal/imaging"
)

func TestMain(m *testing.M) {
	imaging.RunIfWorker()
	testscript.Main(m, map[string]func(){"vitrine": main})
}

// TestScripts runs the command line as a person would: testdata/script/*.txtar.
// $PICTURES holds small pictures, $DEMO those of the demonstration.
func TestScripts(t *testing.T) {
	t.Parallel()
	demo, err := filepath.Abs("../../testdata/demo")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			pictures := filepath.Join(e.WorkDir, "pictures")
			e.Setenv("DEMO", demo)
			e.Setenv("PICTURES", pictures)
			e.Setenv("VITRINE_DATA", filepath.Join(e.WorkDir, "data"))
			e.Setenv("VITRINE_ADMIN_PASSWORD", "a long enough password")
			e.Setenv("VITRINE_WORKERS", "1")
			return writePictures(pictures)
		},
	})
}

func TestTitleFromName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"/a/DSC_0042-harbour_at night.jpg": "DSC 0042 harbour at night",
		"夜景.heic":                          "夜景",
		"_-_.png":                          "Untitled",
		"a.b.jpeg":                         "a.b",
	} {
		if got := titleFromName(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestFindPictures(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"b/two.JPG", "one.png", "notes.txt", ".hidden.jpg", ".cache/three.jpg"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pictures, others, err := findPictures(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(pictures) != 2 || others != 1 {
		t.Errorf("got %q and %d others", pictures, others)
	}
}
