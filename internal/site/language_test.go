package site

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

// TestWords: every text of the pages is in every language, and none is left over.
func TestWords(t *testing.T) {
	t.Parallel()
	said := map[string]bool{}
	addTemplateWords(t, said)
	addSourceWords(t, said)
	languages, err := loadLanguages()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range languages[1:] {
		for text := range said {
			if l.words[text] == "" {
				t.Errorf("%s has no words for %q", l.Tag, text)
			}
		}
		for text := range l.words {
			if !said[text] {
				t.Errorf("%s has words for %q, which is said nowhere", l.Tag, text)
			}
		}
	}
}

var templateWords = regexp.MustCompile(`\{\{[^}]*?\b(?:t|count [.$\w]+) ("[^"]*")(?: ("[^"]*"))?`)

func addTemplateWords(t *testing.T, said map[string]bool) {
	files, err := templateFiles.ReadDir("templates")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := templateFiles.ReadFile("templates/" + file.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range templateWords.FindAllSubmatch(text, -1) {
			for _, quoted := range match[1:] {
				if word, err := strconv.Unquote(string(quoted)); err == nil {
					said[word] = true
				}
			}
		}
	}
}

// addSourceWords finds the constants given to say, and to the function that
// names camera facts.
func addSourceWords(t *testing.T, said map[string]bool) {
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range sources {
		file, err := parser.ParseFile(token.NewFileSet(), source, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			if name := calledName(call); slices.Contains([]string{"say", "count", "add"}, name) {
				for _, arg := range call.Args {
					if literal, ok := arg.(*ast.BasicLit); ok && literal.Kind == token.STRING {
						word, _ := strconv.Unquote(literal.Value)
						said[word] = true
					}
				}
			}
			return true
		})
	}
}

func calledName(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}
