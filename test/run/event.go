package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"strings"
	"time"
)

// event is a line of `go test -json` (go doc test2json). The browser tests write
// the same, with their file as the package.
type event struct {
	Action     string
	Package    string
	ImportPath string // the package, in what its build prints; "a [a.test]" with its tests
	Test       string
	Elapsed    float64 // seconds
	Output     string
}

// test is a test that ended. Its output is kept if it failed.
type test struct {
	pkg, name string
	action    string // pass, fail or skip
	took      time.Duration
	output    string
}

const module = "github.com/vitrine-photos/vitrine"

// tests is what a part tells of its tests.
type tests struct {
	ended    []test
	packages []string // the closing line of each
}

// readTests reads the events of a part, or nothing if it writes none.
func readTests(path string) (found tests, err error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return tests{}, nil
	}
	if err != nil {
		return tests{}, err
	}
	defer file.Close()
	outputs := map[[2]string]*strings.Builder{}
	decoder := json.NewDecoder(bufio.NewReader(file))
	for decoder.More() {
		var e event
		if err := decoder.Decode(&e); err != nil {
			return found, err
		}
		found.add(e, outputs)
	}
	return found, nil
}

func (t *tests) add(e event, outputs map[[2]string]*strings.Builder) {
	built, _, _ := strings.Cut(e.ImportPath, " ")
	key := [2]string{cmp.Or(e.Package, built), e.Test}
	switch e.Action {
	case "output", "build-output":
		if outputs[key] == nil {
			outputs[key] = &strings.Builder{}
		}
		outputs[key].WriteString(e.Output)
		if e.Test == "" && isClosing(e.Output) {
			t.packages = append(t.packages, strings.TrimRight(e.Output, "\n"))
		}
	case "pass", "fail", "skip":
		ended := test{pkg: "./" + strings.TrimPrefix(e.Package, module+"/"), name: e.Test, action: e.Action, took: time.Duration(e.Elapsed * float64(time.Second))}
		if output := outputs[key]; output != nil && e.Action == "fail" {
			ended.output = output.String()
		}
		delete(outputs, key)
		if e.Test != "" || e.Action == "fail" {
			t.ended = append(t.ended, ended)
		}
	}
}

// isClosing is whether a line of a package's output is the last that `go test`
// prints of it.
func isClosing(line string) bool {
	for _, prefix := range []string{"ok  \t", "FAIL\t", "?   \t"} {
		if strings.HasPrefix(line, prefix) {
			return true
		}
	}
	return false
}
