package api_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// endpointsPage has a row for each operation, which names what proves it.
const endpointsPage = "../../docs/endpoints.md"

// endpoint is a row of that page. Its proofs are "photos.txtar: creation", a
// section of an exchange, or "internal/app.TestChunks".
type endpoint struct {
	operation string // "GET /v1/photos"
	proofs    []string
	engines   string
}

var (
	quoted = regexp.MustCompile("`([^`]+)`")
	route  = regexp.MustCompile("^\\| `((?:GET|POST|PUT|DELETE) /[^`]*)` \\|")
)

// endpoints reads the rows of the page.
func endpoints(t *testing.T) (rows []endpoint) {
	t.Helper()
	page, err := os.ReadFile(endpointsPage)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(page)) {
		found := route.FindStringSubmatch(line)
		if found == nil {
			continue
		}
		cells := strings.Split(strings.Trim(line, "| \n"), "|")
		if len(cells) != 4 {
			t.Fatalf("%s has %d cells, want 4", found[1], len(cells))
		}
		row := endpoint{operation: found[1], engines: strings.TrimSpace(cells[3])}
		for _, proof := range quoted.FindAllStringSubmatch(cells[2], -1) {
			row.proofs = append(row.proofs, proof[1])
		}
		rows = append(rows, row)
	}
	return rows
}

// TestEndpointsPage: the page has each operation of the document once, and what
// it names as proof is there, asks the operation, and runs where the page says.
func TestEndpointsPage(t *testing.T) {
	t.Parallel()
	rows := endpoints(t)
	var listed, documented []string
	for _, row := range rows {
		listed = append(listed, row.operation)
		t.Run(row.operation, func(t *testing.T) {
			t.Parallel()
			row.check(t)
		})
	}
	for path, operations := range newService(t, nil).document().Paths {
		for method := range operations {
			documented = append(documented, strings.ToUpper(method)+" "+path)
		}
	}
	for _, operation := range documented {
		if !slices.Contains(listed, operation) {
			t.Errorf("%s has no row in docs/endpoints.md: add one with what proves it", operation)
		}
	}
	for i, operation := range listed {
		if !slices.Contains(documented, operation) {
			t.Errorf("docs/endpoints.md has %s, which there is not", operation)
		}
		if slices.Contains(listed[:i], operation) {
			t.Errorf("docs/endpoints.md has %s twice", operation)
		}
	}
}

func (e endpoint) check(t *testing.T) {
	t.Helper()
	if len(e.proofs) == 0 {
		t.Error("nothing proves it")
	}
	both := false
	for _, proof := range e.proofs {
		onBoth, err := e.look(proof)
		if err != nil {
			t.Errorf("%s: %v", proof, err)
		}
		both = both || onBoth
	}
	want := "SQLite"
	if both {
		want = "both"
	}
	if e.engines != want {
		t.Errorf("runs on %s, says docs/endpoints.md; it is %s", e.engines, want)
	}
}

// look finds a proof, and tells whether it runs on both engines.
func (e endpoint) look(proof string) (both bool, err error) {
	if file, section, isExchange := strings.Cut(proof, ": "); isExchange {
		return true, e.lookInExchange(file, section)
	}
	folder, name, isTest := strings.Cut(proof, ".")
	if !isTest {
		return false, errors.New("is neither \"file.txtar: section\" nor \"package.Test\"")
	}
	return lookForTest(folder, name)
}

// lookInExchange wants the section of the file to ask the operation, and to get
// what was asked for.
func (e endpoint) lookInExchange(file, section string) error {
	archive, err := txtar.ParseFile(filepath.Join("testdata/exchanges", file))
	if err != nil {
		return err
	}
	method, path, _ := strings.Cut(e.operation, " ")
	for _, part := range archive.Files {
		x := parseExchange(string(part.Data))
		if part.Name == section && x.method == method && isAt(path, x.target) && strings.HasPrefix(x.status, "2") {
			return nil
		}
	}
	return fmt.Errorf("no section of that name asks %s with success", e.operation)
}

var place = regexp.MustCompile(`\\\{[^/]+\\\}`)

// isAt tells whether a target, whose parts may be saved values, is of a path of
// the document.
func isAt(path, target string) bool {
	target, _, _ = strings.Cut(target, "?")
	if target == "${chunk}" { // an address as the service gave it
		return path == "/v1/upload/chunked/{upload_id}/chunks/{number}"
	}
	pattern := strings.Replace(place.ReplaceAllString(regexp.QuoteMeta(path), `[^/]+`), "/v1", "(/api)?/v1", 1)
	return regexp.MustCompile("^" + pattern + "$").MatchString(target)
}

// lookForTest finds a test in a folder of the repository, and tells whether it
// runs on both engines.
func lookForTest(folder, name string) (both bool, err error) {
	files, err := filepath.Glob(filepath.Join("../..", folder, "*_test.go"))
	if err != nil {
		return false, err
	}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return false, err
		}
		for _, decl := range parsed.Decls {
			if test, ok := decl.(*ast.FuncDecl); ok && test.Name.Name == name {
				return runsOnBoth(test), nil
			}
		}
	}
	return false, errors.New("there is no such test")
}

func runsOnBoth(test *ast.FuncDecl) (both bool) {
	ast.Inspect(test, func(n ast.Node) bool {
		if name, ok := n.(*ast.Ident); ok && (name.Name == "onEachEngine" || name.Name == "Engines") {
			both = true
		}
		return !both
	})
	return both
}
