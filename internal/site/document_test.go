package site_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// document is a page as a browser reads it: unescaped.
type document struct {
	testing.TB
	source   string
	elements []*element
}

// element is one element, with the text directly in it.
type element struct {
	name  string
	attrs map[string]string
	text  string
}

// parse reads a page, whose tags must all be closed in order.
func parse(t testing.TB, source string) *document {
	t.Helper()
	d := &document{TB: t, source: source}
	decoder := xml.NewDecoder(strings.NewReader(source))
	decoder.Strict, decoder.AutoClose, decoder.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var open []*element
	for {
		token, err := decoder.Token()
		switch {
		case errors.Is(err, io.EOF):
			return d
		case err != nil:
			t.Fatalf("the page is not well formed: %v\n%s", err, source)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attrs: map[string]string{}}
			for _, attr := range token.Attr {
				e.attrs[attr.Name.Local] = attr.Value
			}
			d.elements, open = append(d.elements, e), append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].text += string(token)
			}
		}
	}
}

// all returns the elements of a name, with the attributes given as pairs.
func (d *document) all(name string, attrs ...string) (found []*element) {
	for _, e := range d.elements {
		fits := e.name == name
		for pair := range slices.Chunk(attrs, 2) {
			fits = fits && e.attrs[pair[0]] == pair[1]
		}
		if fits {
			found = append(found, e)
		}
	}
	return found
}

// one returns the only such element.
func (d *document) one(name string, attrs ...string) *element {
	d.Helper()
	found := d.all(name, attrs...)
	if len(found) != 1 {
		d.Fatalf("there are %d elements %s %q in\n%s", len(found), name, attrs, d.source)
	}
	return found[0]
}

// texts returns what the elements of a name hold.
func (d *document) texts(name string, attrs ...string) (texts []string) {
	for _, e := range d.all(name, attrs...) {
		texts = append(texts, e.text)
	}
	return texts
}

// links returns the addresses that links lead to, of those that begin so.
func (d *document) links(begin string) (addresses []string) {
	for _, a := range d.all("a") {
		if strings.HasPrefix(a.attrs["href"], begin) {
			addresses = append(addresses, a.attrs["href"])
		}
	}
	return addresses
}

// expectRules checks what holds for every page.
func (d *document) expectRules(header http.Header) {
	d.Helper()
	for _, never := range []string{"ZgotmplZ", "<script>", "javascript:", "<no value>", "%!"} {
		if strings.Contains(d.source, never) {
			d.Errorf("the page holds %q:\n%s", never, d.source)
		}
	}
	sum := sha256.Sum256([]byte(d.one("style").text))
	hash := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	if policy := header.Get("Content-Security-Policy"); !strings.Contains(policy, hash) || strings.Contains(policy, "unsafe") || !strings.HasPrefix(policy, "default-src 'none'") {
		d.Errorf("the style has the hash %s, and the policy is %s", hash, policy)
	}
	for _, script := range d.all("script") {
		if script.attrs["type"] != "application/ld+json" && (!strings.HasPrefix(script.attrs["src"], "/assets/") || script.text != "") {
			d.Errorf("the policy does not let this script run: %v", script)
		}
	}
	if header.Get("Content-Type") != "text/html; charset=utf-8" || header.Get("X-Content-Type-Options") != "nosniff" || header.Get("Content-Length") != strconv.Itoa(len(d.source)) {
		d.Errorf("the header is %v", header)
	}
	for _, img := range d.all("img") {
		d.expectPicture(img)
	}
	if len(d.all("main", "id", "main")) != 1 || len(d.all("h1"))+len(d.all("h2")) == 0 || d.all("title")[0].text == "" {
		d.Errorf("the page lacks its landmarks:\n%s", d.source)
	}
	for _, e := range d.elements {
		for attr, value := range e.attrs {
			if attr == "style" || strings.HasPrefix(attr, "on") {
				d.Errorf("the policy does not let %s have %s=%q", e.name, attr, value)
			}
		}
	}
}

// expectPicture checks what a browser needs to lay out and choose a picture.
func (d *document) expectPicture(img *element) {
	d.Helper()
	width, _ := strconv.Atoi(img.attrs["width"])
	height, _ := strconv.Atoi(img.attrs["height"])
	_, described := img.attrs["alt"] // "" where the words beside it say what it shows
	if width < 1 || height < 1 || !described || img.attrs["src"] == "" || img.attrs["sizes"] == "" {
		d.Errorf("a picture lacks something: %v", img.attrs)
	}
	last := 0
	for candidate := range strings.SplitSeq(img.attrs["srcset"], ", ") {
		address, promised, _ := strings.Cut(candidate, " ")
		pixels, err := strconv.Atoi(strings.TrimSuffix(promised, "w"))
		if err != nil || pixels <= last || !strings.Contains(address, "/media/") {
			d.Errorf("the sources are %q", img.attrs["srcset"])
		}
		last = pixels
	}
}
