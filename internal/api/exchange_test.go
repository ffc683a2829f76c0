package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
)

// TestExchanges plays the files of testdata/exchanges on both engines, and once
// more with every request that may be sent twice sent twice. Each is a
// story on a service of its own: its sections are requests with the answers they
// must get.
//
//	-- what it shows --
//	> PUT /v1/photos/1          the request, its headers, its body
//	> As: editor                signs it
//	> If-Match: "p1-1"
//	{"title": "b"}
//	< 200                       the answer, the headers that matter, its body
//	< ETag: "p1-2"
//	{"data": {"title": "b", "created_at": "<any>", "...": 0}, "...": 0}
//
// "<any>" stands for any value but null, "<save x>" also keeps it for ${x} in
// later sections, in headers too, and the member "..." allows for members that are not written
// down. "file" beforehand adds an upload that is ready, and a second passes
// between sections. "once" beforehand says that requests are counted, so that
// none may be sent twice.
func TestExchanges(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/exchanges/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no exchanges", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			storetest.Engines(t, func(t *testing.T, open storetest.Open) {
				tell(t, newServiceOn(t, open, nil), archive)
				if strings.Contains(string(archive.Comment), "\nonce\n") {
					return
				}
				t.Run("twice", func(t *testing.T) {
					s := newServiceOn(t, open, nil)
					s.front = &keyed{handler: s.front, t: t}
					tell(t, s, archive)
				})
			})
		})
	}
}

// tell plays a file from its first section to its last.
func tell(t *testing.T, s *service, archive *txtar.Archive) {
	story := &story{service: s, saved: map[string]string{}}
	for range strings.Count(string(archive.Comment), "\nfile") {
		s.file()
	}
	for _, section := range archive.Files {
		story.play(t, section)
		s.wait(time.Second)
	}
}

type story struct {
	*service
	saved map[string]string
}

// exchange is a section, taken apart.
type exchange struct {
	method, target string
	role           vitrine.Role
	headers        []string
	body           string
	status         string
	wantHeaders    []string
	wantBody       string
}

func (s *story) play(t *testing.T, section txtar.File) {
	t.Helper()
	text := string(section.Data)
	for name, value := range s.saved {
		text = strings.ReplaceAll(text, "${"+name+"}", value)
	}
	x := parseExchange(text)
	w := s.ask(x.role, x.method, x.target, x.body, x.headers...)
	if got := strconv.Itoa(w.Code); got != x.status {
		t.Fatalf("%s: got %s, want %s\n%s", section.Name, got, x.status, w.Body)
	}
	for _, header := range x.wantHeaders {
		name, value, _ := strings.Cut(header, ": ")
		got := w.Header().Get(name)
		if s.fill(value, got) != got || got == "" {
			t.Errorf("%s: %s is %q, want %q", section.Name, name, got, value)
		}
	}
	s.compare(t, section.Name, x.wantBody, w)
}

func parseExchange(text string) exchange {
	var x exchange
	for line := range strings.Lines(text) {
		rest, answers := strings.CutPrefix(line, "< ")
		rest, asks := strings.CutPrefix(rest, "> ")
		trimmed := strings.TrimSpace(rest)
		switch role, isRole := strings.CutPrefix(trimmed, "As: "); {
		case asks && x.method == "":
			x.method, x.target, _ = strings.Cut(trimmed, " ")
		case asks && isRole:
			x.role = vitrine.Role(role)
		case asks:
			x.headers = append(x.headers, trimmed)
		case answers && x.status == "":
			x.status = trimmed
		case answers:
			x.wantHeaders = append(x.wantHeaders, trimmed)
		case x.status == "":
			x.body += line
		default:
			x.wantBody += line
		}
	}
	x.body = strings.TrimSpace(x.body)
	return x
}

func (s *story) compare(t *testing.T, name, want string, w *httptest.ResponseRecorder) {
	t.Helper()
	if strings.TrimSpace(want) == "" {
		if w.Body.Len() > 0 {
			t.Errorf("%s: got a body: %s", name, w.Body)
		}
		return
	}
	wanted, got := parse(t, name, []byte(want)), parse(t, name, w.Body.Bytes())
	wanted = s.fill(wanted, got)
	if diff := cmp.Diff(wanted, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func parse(t *testing.T, name string, text []byte) any {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("%s: %v in %s", name, err, text)
	}
	return v
}

// fill returns want with its placeholders filled in from got.
func (s *story) fill(want, got any) any {
	switch want := want.(type) {
	case string:
		saved, keeps := strings.CutPrefix(want, "<save ")
		if got != nil && (keeps || want == "<any>") {
			s.saved[strings.TrimSuffix(saved, ">")] = fmt.Sprint(got)
			return got
		}
	case map[string]any:
		members, _ := got.(map[string]any)
		for name := range want {
			want[name] = s.fill(want[name], members[name])
		}
		if _, more := want["..."]; more {
			delete(want, "...")
			for name, value := range members {
				if _, written := want[name]; !written {
					want[name] = value
				}
			}
		}
	case []any:
		items, _ := got.([]any)
		for i := range min(len(want), len(items)) {
			want[i] = s.fill(want[i], items[i])
		}
	}
	return want
}
