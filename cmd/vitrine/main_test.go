package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"

	"github.com/vitrine-photos/vitrine/internal/imaging"
)

func TestMain(m *testing.M) {
	imaging.RunIfWorker()
	testscript.Main(m, map[string]func(){"vitrine": main})
}

// TestScripts runs the command line as a person would: testdata/script/*.txtar.
// $PICTURES holds small pictures, $MANY twenty different ones, $DEMO three
// photographs.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			pictures := filepath.Join(e.WorkDir, "pictures")
			demo := filepath.Join(e.WorkDir, "demo")
			e.Setenv("DEMO", demo)
			e.Setenv("PICTURES", pictures)
			e.Setenv("MANY", filepath.Join(e.WorkDir, "many"))
			e.Setenv("VITRINE_DATA", filepath.Join(e.WorkDir, "data"))
			e.Setenv("VITRINE_ADMIN_PASSWORD", "a long enough password")
			e.Setenv("VITRINE_WORKERS", "1")
			return errors.Join(copyDemo(demo), writePictures(pictures), writeMany(filepath.Join(e.WorkDir, "many")))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"get": get},
		Condition: func(name string) (bool, error) {
			if name == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, fmt.Errorf("there is no condition %q", name)
		},
	})
}

// get prints what the server of the script answers to a path.
func get(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: get path")
	}
	address := strings.TrimSpace(ts.ReadFile(filepath.Join(ts.Getenv("VITRINE_DATA"), "lock")))
	res, err := http.Get("http://" + address + args[0])
	ts.Check(err)
	defer res.Body.Close()
	_, err = io.Copy(ts.Stdout(), res.Body)
	ts.Check(err)
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
	if err := unix.Mkfifo(filepath.Join(dir, "pipe.jpg"), 0o600); err != nil {
		t.Fatal(err)
	}
	entrance := filepath.Join(t.TempDir(), "entrance")
	for link, target := range map[string]string{
		filepath.Join(dir, "linked.jpg"): "one.png", filepath.Join(dir, "lost.jpg"): "nowhere.jpg",
		filepath.Join(dir, "folder.jpg"): "b", filepath.Join(dir, "linkedpipe.jpg"): "pipe.jpg", entrance: dir,
	} {
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
	}
	for _, root := range []string{dir, entrance} {
		found, err := findPictures(root)
		if err != nil {
			t.Fatal(err)
		}
		want := []string{filepath.Join(root, "b/two.JPG"), filepath.Join(root, "linked.jpg"), filepath.Join(root, "lost.jpg"), filepath.Join(root, "one.png")}
		if !slices.Equal(found.pictures, want) || !maps.Equal(found.others, map[string]int{".txt": 1, ".jpg": 3}) || len(found.unread) != 0 {
			t.Errorf("found %+v in %s", found, root)
		}
	}
	if _, err := findPictures(filepath.Join(dir, "nowhere")); err == nil {
		t.Error("a folder that is not there was searched")
	}
}
