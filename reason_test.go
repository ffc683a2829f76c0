package vitrine_test

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
)

// reasonLists are the reasons that the interface knows, by the beginnings of the
// names of their constants.
func reasonLists() map[string][]vitrine.Reason {
	return map[string][]vitrine.Reason{
		"Reason":  vitrine.FaultReasons(),
		"Failure": slices.Concat(vitrine.UploadFailures(), vitrine.DeliveryFailures(), vitrine.BackupFailures()),
	}
}

// TestReasonsAreListed: what is in no list is not in the document of the
// interface, so that nobody else can say it.
func TestReasonsAreListed(t *testing.T) {
	t.Parallel()
	declared := declaredReasons(t)
	for prefix, list := range reasonLists() {
		words := map[string]vitrine.Reason{}
		for _, reason := range list {
			if other, taken := words[reason.Word()]; taken && other != reason {
				t.Errorf("%q and %q have one word", reason, other)
			}
			words[reason.Word()] = reason
		}
		for name, reason := range declared {
			if strings.HasPrefix(name, prefix) && !slices.Contains(list, reason) {
				t.Errorf("%s is in no list", name)
			}
		}
	}
}

// TestReasonsGetTheirFigures reads every call that gives a reason: a place
// without its figure would be found by users only.
func TestReasonsGetTheirFigures(t *testing.T) {
	t.Parallel()
	declared := declaredReasons(t)
	before := map[string]int{"Add": 3, "Invalid": 3, "Unprocessable": 3, "Fail": 0, "Said": 1}
	calls := 0
	for _, pkg := range loadPackages(t) {
		for _, file := range pkg.files {
			ast.Inspect(file.File, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				name, reason := reasonOf(call, declared)
				fixed, ok := before[name]
				if reason == "" || !ok {
					return true
				}
				calls++
				if got, want := len(call.Args)-fixed, len(reason.Places()); got != want && call.Ellipsis == token.NoPos {
					t.Errorf("%s: %d figures for %q", file.set.Position(call.Pos()), got, reason)
				}
				return true
			})
		}
	}
	if calls < 100 {
		t.Errorf("only %d calls were found", calls)
	}
}

// TestFaultsHaveReasons: a sentence that is written where it is used would be
// taken for a reason, but nobody else could say it.
func TestFaultsHaveReasons(t *testing.T) {
	t.Parallel()
	for _, pkg := range loadPackages(t) {
		for _, file := range pkg.files {
			ast.Inspect(file.File, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || len(call.Args) < 3 {
					return true
				}
				code := call.Args[1]
				if of, ok := code.(*ast.SelectorExpr); ok {
					code = of.Sel
				}
				of, isNamed := code.(*ast.Ident)
				if _, isLiteral := call.Args[2].(*ast.BasicLit); isLiteral && isNamed && strings.HasPrefix(of.Name, "Fault") {
					t.Errorf("%s: give the fault a reason of the vocabulary", file.set.Position(call.Pos()))
				}
				return true
			})
		}
	}
}

// TestConflictsAreListed reads what conflicts are said to be.
func TestConflictsAreListed(t *testing.T) {
	t.Parallel()
	said := map[string]bool{"still_running": true} // made with a header of its own
	for _, pkg := range loadPackages(t) {
		for _, file := range pkg.files {
			ast.Inspect(file.File, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || len(call.Args) != 3 {
					return true
				}
				if name, _ := reasonOf(call, nil); name == "Conflict" {
					said[strings.Trim(call.Args[0].(*ast.BasicLit).Value, `"`)] = true
				}
				return true
			})
		}
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(vitrine.Conflicts())), slices.Sorted(maps.Keys(said))); diff != "" {
		t.Errorf("(-listed +said):\n%s", diff)
	}
}

// reasonOf returns the function of a call and the reason that it is given, as an
// argument or as what it is called on.
func reasonOf(call *ast.CallExpr, declared map[string]vitrine.Reason) (name string, reason vitrine.Reason) {
	operands := slices.Clone(call.Args)
	switch fun := call.Fun.(type) {
	case *ast.SelectorExpr:
		name, operands = fun.Sel.Name, append(operands, fun.X)
	case *ast.Ident:
		name = fun.Name
	}
	for _, operand := range operands {
		if selector, ok := operand.(*ast.SelectorExpr); ok {
			operand = selector.Sel
		}
		if ident, ok := operand.(*ast.Ident); ok && declared[ident.Name] != "" {
			return name, declared[ident.Name]
		}
	}
	return name, ""
}

// declaredReasons returns the reasons of the vocabulary by the names of their
// constants.
func declaredReasons(t *testing.T) map[string]vitrine.Reason {
	t.Helper()
	declared := map[string]vitrine.Reason{}
	for _, pkg := range loadPackages(t) {
		if pkg.path != "." {
			continue
		}
		for _, file := range pkg.files {
			for _, decl := range file.Decls {
				constants, ok := decl.(*ast.GenDecl)
				if !ok || constants.Tok != token.CONST {
					continue
				}
				for _, spec := range constants.Specs {
					addReason(t, declared, spec.(*ast.ValueSpec))
				}
			}
		}
	}
	return declared
}

func addReason(t *testing.T, declared map[string]vitrine.Reason, spec *ast.ValueSpec) {
	t.Helper()
	if of, ok := spec.Type.(*ast.Ident); !ok || of.Name != "Reason" {
		return
	}
	text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
	if err != nil {
		t.Fatal(err)
	}
	declared[spec.Names[0].Name] = vitrine.Reason(text)
}

func TestFault(t *testing.T) {
	t.Parallel()
	var f vitrine.Faults
	f.Add("year", vitrine.FaultOutOfRange, vitrine.ReasonBetween, -1, 90.5)
	f.Add("kind", vitrine.FaultInvalidValue, vitrine.ReasonOneOf, []string{"a", "b"})
	f.Add("file", vitrine.FaultTooLarge, vitrine.ReasonMaxBytes, vitrine.Bytes(200<<20))
	f.Add("title", vitrine.FaultRequired, vitrine.ReasonRequired)
	want := vitrine.Faults{
		{"year", "must be between -1 and 90.5", vitrine.FaultOutOfRange, "between", map[string]any{"min": -1, "max": 90.5}},
		{"kind", "must be one of a, b", vitrine.FaultInvalidValue, "one_of", map[string]any{"allowed": []string{"a", "b"}}},
		{"file", "must be at most 200 MiB", vitrine.FaultTooLarge, "max_bytes", map[string]any{"bytes": vitrine.Bytes(200 << 20)}},
		{"title", "is required", vitrine.FaultRequired, "required", nil},
	}
	if diff := cmp.Diff(want, f); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFailure(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		failure         vitrine.Failure
		message, reason string
		params          map[string]any
	}{
		{"", "", "", nil},
		{"kept as a message alone", "kept as a message alone", "", nil},
		{vitrine.FailureAnswered.Fail(503), "answered 503", "answered", map[string]any{"status": 503.0}},
		{vitrine.FailureTimeout.Said("did not answer within 50ms", 0.05), "did not answer within 50ms", "timeout", map[string]any{"seconds": 0.05}},
		{vitrine.FailureRefused.Fail(), "the host refused the connection", "refused", nil},
	} {
		if tt.failure.Message() != tt.message || tt.failure.Reason() != tt.reason || !cmp.Equal(tt.failure.Params(), tt.params) {
			t.Errorf("%s is read as %q, %q, %v", string(tt.failure), tt.failure.Message(), tt.failure.Reason(), tt.failure.Params())
		}
	}
}
