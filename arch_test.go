package vitrine_test

import (
	"cmp"
	"go/ast"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/vitrine-photos/vitrine"

// The sizes that still read well. Split by noun what outgrows them.
const (
	maxFileLines     = 500
	maxFunctionLines = 60
	maxPackageLines  = 6500
)

// The layers: what a package, and what is below it, may import of this module
// ("." is the vocabulary, "*" everything). Within its own row it is free.
// Operations never import one another: what one does to another's nouns goes
// through the transaction or a job, so each can be read alone. Media, which
// serves what two of them keep, is the one that stands above others.
var layers = map[string][]string{
	".":                        {},
	"client":                   {"."},
	"cmd/vitrine":              {".", "client", "internal/app", "internal/imaging"},
	"internal/app":             {"*"},
	"internal/api":             {".", "internal/catalog", "internal/ingest", "internal/identity", "internal/idempotency", "internal/settings", "internal/media", "internal/share", "internal/webhook", "internal/stats", "internal/backup", "internal/cache", "internal/ratelimit", "internal/urlsign"},
	"internal/site":            {".", "internal/catalog", "internal/ingest", "internal/identity", "internal/settings", "internal/share", "internal/media", "internal/cache", "internal/ratelimit", "internal/urlsign", "web"},
	"internal/console":         {".", "web"},
	"internal/export":          {},
	"internal/media":           {".", "internal/store", "internal/blob", "internal/urlsign", "internal/catalog", "internal/ingest"},
	"internal/catalog":         {".", "internal/store", "internal/search", "internal/cache"},
	"internal/ingest":          {".", "internal/store", "internal/blob", "internal/imaging"},
	"internal/identity":        {".", "internal/store", "internal/passhash"},
	"internal/share":           {".", "internal/store", "internal/passhash"},
	"internal/idempotency":     {".", "internal/store"},
	"internal/settings":        {".", "internal/store", "internal/cache"},
	"internal/webhook":         {".", "internal/store"},
	"internal/stats":           {".", "internal/store", "internal/cache"},
	"internal/backup":          {".", "internal/store", "internal/blob"},
	"internal/jobs":            {".", "internal/store"},
	"internal/store":           {".", "internal/search"},
	"internal/search":          {},
	"internal/store/storetest": {".", "internal/store", "internal/testservers"},
	"internal/ratelimit":       {"internal/cache"},
	"internal/blob":            {},
	"internal/cache":           {},
	"internal/imaging":         {},
	"internal/passhash":        {"."},
	"internal/urlsign":         {},
	"internal/testservers":     {},
	"test":                     {"*"},
	"web":                      {},
}

// fences keep a package or a name of others inside some rows, and say why.
var fences = []struct {
	what string // an import path with all below it, or path.Name
	only []string
	why  string
}{
	{"database/sql", []string{"internal/store"}, "every SQL statement is in one place, written once for both engines"},
	{"github.com/pressly/goose/v3", []string{"internal/store"}, "the schema changes only when the store opens"},
	{"github.com/mattn/go-sqlite3", []string{"internal/store"}, "the engine is known to the store alone"},
	{"github.com/jackc/pgx/v5", []string{"internal/store", "internal/testservers"}, "the engine is known to the store alone"},
	{"github.com/ebitengine/purego", []string{"internal/imaging"}, "no codec is mapped into the server"},
	{"net/http", []string{"client", "cmd/vitrine", "internal/app", "internal/api", "internal/site", "internal/console", "internal/export", "internal/media", "internal/ratelimit", "internal/webhook", "test"}, "operations and what is below them serve the command line and jobs too"},
	{"text/template", nil, "html/template escapes, text/template does not"},
	{"html/template.HTML", nil, "no text may pass unescaped into a page"},
	{"html/template.HTMLAttr", nil, "no text may pass unescaped into a page"},
	{"html/template.JS", nil, "pages hold no inline script"},
	{"html/template.URL", nil, "no address may pass unchecked into a page"},
	{"os.Getenv", []string{"internal/app", "internal/testservers", "cmd/vitrine", "test"}, "settings come from one place, app.Config"},
	{"os.LookupEnv", []string{"internal/app", "internal/testservers", "cmd/vitrine", "test"}, "settings come from one place, app.Config"},
	{"os.Environ", []string{"internal/app", "internal/testservers", "cmd/vitrine", "test"}, "settings come from one place, app.Config"},
}

// vagueNames say nothing of what is inside, so everything ends up there.
var vagueNames = []string{"util", "utils", "common", "models", "helpers", "types", "base", "misc"}

func TestArchitecture(t *testing.T) {
	t.Parallel()
	packages := loadPackages(t)
	for name, check := range map[string]func(*testing.T, *sourcePackage){
		"layers": checkLayers, "fences": checkFences, "sizes": checkSizes, "names": checkNames, "comments": checkComments,
	} {
		t.Run(name, func(t *testing.T) {
			for _, pkg := range packages {
				check(t, pkg)
			}
		})
	}
}

func checkLayers(t *testing.T, pkg *sourcePackage) {
	row, known := layerOf(pkg.path)
	if !known {
		t.Errorf("%s has no row in the table of layers: add one that says what it may import", pkg.path)
		return
	}
	for _, imported := range pkg.Imports {
		if !within(imported, module) {
			if pkg.path == "." && strings.Contains(imported, ".") && !within(imported, "golang.org/x/text") {
				t.Errorf("the vocabulary imports %s: everyone imports it, so it needs only the standard library", imported)
			}
			continue
		}
		target, _ := layerOf(relative(imported))
		if target != row && !slices.Contains(layers[row], target) && !slices.Contains(layers[row], "*") {
			t.Errorf("%s imports %s: the layer %q stands on %q only, so that it can be read and tested without the rest",
				pkg.path, relative(imported), row, layers[row])
		}
	}
}

func checkFences(t *testing.T, pkg *sourcePackage) {
	row, _ := layerOf(pkg.path)
	for _, file := range pkg.files {
		if file.isTest() {
			continue
		}
		used := file.uses()
		for _, fence := range fences {
			if at, found := used[fence.what]; found && !slices.Contains(fence.only, row) {
				t.Errorf("%s: %s belongs in %q only: %s", file.position(at), fence.what, fence.only, fence.why)
			}
		}
	}
}

func checkSizes(t *testing.T, pkg *sourcePackage) {
	lines := 0
	for _, file := range pkg.files {
		n := file.lines(file.FileStart, file.FileEnd)
		if n > maxFileLines {
			t.Errorf("%s has %d lines, more than %d: split it by noun", file.position(file.FileStart), n, maxFileLines)
		}
		if file.isTest() {
			continue
		}
		lines += n
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if ok && file.lines(f.Pos(), f.End()) > maxFunctionLines {
				t.Errorf("%s: %s has more than %d lines: give its parts names", file.position(f.Pos()), f.Name, maxFunctionLines)
			}
		}
	}
	if lines > maxPackageLines {
		t.Errorf("%s has %d lines, more than %d: it holds two subjects", pkg.path, lines, maxPackageLines)
	}
}

func checkNames(t *testing.T, pkg *sourcePackage) {
	if slices.Contains(vagueNames, pkg.Name) {
		t.Errorf("%s: the name %q says nothing of what is inside", pkg.path, pkg.Name)
	}
	for _, file := range pkg.files {
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s: init() runs unasked: let main or New call what it needs", file.position(f.Pos()))
			}
		}
	}
}

func checkComments(t *testing.T, pkg *sourcePackage) {
	if pkg.Doc == "" && len(pkg.GoFiles) > 0 {
		t.Errorf("%s has no package comment", pkg.path)
	}
	for _, file := range pkg.files {
		if file.isTest() {
			continue
		}
		for _, decl := range file.Decls {
			for _, name := range undocumented(decl) {
				t.Errorf("%s: exported %s has no comment", file.position(name.Pos()), name)
			}
		}
	}
}

// undocumented returns the exported names of a declaration that no comment
// explains. A comment on a group of constants or variables covers the group.
func undocumented(decl ast.Decl) (names []*ast.Ident) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Doc == nil && d.Name.IsExported() && (d.Recv == nil || exported(d.Recv.List[0].Type)) {
			names = append(names, d.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				if cmp.Or(s.Doc, d.Doc) == nil && s.Name.IsExported() {
					names = append(names, s.Name)
				}
			case *ast.ValueSpec:
				if cmp.Or(s.Doc, d.Doc, s.Comment) == nil {
					names = append(names, slices.DeleteFunc(s.Names, func(n *ast.Ident) bool { return !n.IsExported() })...)
				}
			}
		}
	}
	return names
}

// exported reports whether the type of a receiver is: T, *T or T[P].
func exported(receiver ast.Expr) bool {
	switch r := receiver.(type) {
	case *ast.StarExpr:
		return exported(r.X)
	case *ast.IndexExpr:
		return exported(r.X)
	case *ast.IndexListExpr:
		return exported(r.X)
	case *ast.Ident:
		return r.IsExported()
	}
	return false
}
