package vitrine_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// sourcePackage is a package of this module as `go list` and the parser see it.
type sourcePackage struct {
	Dir, ImportPath, Name, Doc                   string
	Imports                                      []string
	GoFiles, CgoFiles, TestGoFiles, XTestGoFiles []string

	path  string // relative to the module, "." for its root
	files []*sourceFile
}

// sourceFile is one parsed file.
type sourceFile struct {
	*ast.File
	set *token.FileSet
}

// loadPackages lists and parses every package of the module.
func loadPackages(t *testing.T) (packages []*sourcePackage) {
	t.Helper()
	list, err := exec.Command("go", "list", "-e", "-tags", "sqlite_fts5", "-json", "./...").Output()
	if err != nil {
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			err = fmt.Errorf("%w\n%s", err, exit.Stderr)
		}
		t.Fatalf("go list: %v", err)
	}
	for decoder := json.NewDecoder(strings.NewReader(string(list))); ; {
		pkg := &sourcePackage{}
		if err := decoder.Decode(pkg); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		pkg.path = relative(pkg.ImportPath)
		pkg.parse(t)
		packages = append(packages, pkg)
	}
}

func (p *sourcePackage) parse(t *testing.T) {
	t.Helper()
	set := token.NewFileSet()
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles, p.TestGoFiles, p.XTestGoFiles) {
		file, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		p.files = append(p.files, &sourceFile{file, set})
	}
}

func (f *sourceFile) isTest() bool {
	return strings.HasSuffix(f.set.Position(f.FileStart).Filename, "_test.go")
}

func (f *sourceFile) position(at token.Pos) token.Position { return f.set.Position(at) }

func (f *sourceFile) lines(from, to token.Pos) int {
	return f.set.Position(to).Line - f.set.Position(from).Line + 1
}

// uses returns what the file takes from other packages and where: import paths
// with every path above them, and path.Name for each name.
func (f *sourceFile) uses() map[string]token.Pos {
	used := map[string]token.Pos{}
	paths := map[string]string{} // by the name in this file
	for _, spec := range f.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value) // the parser has checked it
		paths[importName(spec, imported)] = imported
		for ; imported != "."; imported = path.Dir(imported) {
			used[imported] = spec.Pos()
		}
	}
	ast.Inspect(f.File, func(n ast.Node) bool {
		if selector, ok := n.(*ast.SelectorExpr); ok {
			if name, ok := selector.X.(*ast.Ident); ok && paths[name.Name] != "" {
				used[paths[name.Name]+"."+selector.Sel.Name] = selector.Pos()
			}
		}
		return true
	})
	return used
}

func importName(spec *ast.ImportSpec, imported string) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	return path.Base(imported)
}

// layerOf returns the row of the table that a package belongs to: its own, or
// that of the nearest folder above it.
func layerOf(pkg string) (row string, known bool) {
	for row = pkg; row != "."; row = path.Dir(row) {
		if _, known = layers[row]; known {
			return row, true
		}
	}
	return row, pkg == "."
}

// within reports whether an import path is root or below it.
func within(imported, root string) bool { return strings.HasPrefix(imported+"/", root+"/") }

// relative returns the path of a package in this module, "." for its root.
func relative(importPath string) string {
	return path.Join(".", strings.TrimPrefix(importPath, module))
}
