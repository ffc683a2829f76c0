package export

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// pageTranslation translates one page.
type pageTranslation struct {
	*crawl
	link   linker
	isHome bool
	frozen bool
}

// translatePage translates the addresses in a page. With a frozen base, relative
// addresses hold although the lightbox changes the address of the document.
func (c *crawl) translatePage(content []byte, isHome bool, link linker, frozen bool) ([]byte, error) {
	document, err := html.Parse(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	t := pageTranslation{crawl: c, link: link, isHome: isHome, frozen: frozen}
	for _, element := range slices.Collect(document.Descendants()) {
		if element.Type != html.ElementNode {
			continue
		}
		if needsServer(element) {
			element.Parent.RemoveChild(element)
			continue
		}
		if err := t.element(element); err != nil {
			return nil, err
		}
		if frozen && element.DataAtom == atom.Head {
			base := &html.Node{Type: html.ElementNode, Data: "base", DataAtom: atom.Base, Attr: []html.Attribute{{Key: "href", Val: "./"}}}
			element.InsertBefore(base, element.FirstChild)
		}
	}
	var translated bytes.Buffer
	err = html.Render(&translated, document)
	return translated.Bytes(), err
}

// needsServer reports whether an element is of no use without a server: forms,
// where originals are downloaded, and where others ask how to embed the page.
func needsServer(element *html.Node) bool {
	return element.DataAtom == atom.Form ||
		element.DataAtom == atom.A && slices.ContainsFunc(element.Attr, func(a html.Attribute) bool { return a.Key == "download" }) ||
		element.DataAtom == atom.Link && strings.HasSuffix(attribute(element, "type"), "+oembed")
}

func attribute(element *html.Node, name string) string {
	for _, a := range element.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// element translates the addresses of an element.
func (t pageTranslation) element(element *html.Node) error {
	if t.isHome && element.DataAtom == atom.A && attribute(element, "hreflang") != "" {
		t.homes = append(t.homes, attribute(element, "href"))
	}
	var kept []html.Attribute
	for _, a := range element.Attr {
		value, err := t.attribute(a)
		if err != nil {
			return err
		}
		if value != nil { // else it would lead nowhere
			kept = append(kept, html.Attribute{Namespace: a.Namespace, Key: a.Key, Val: *value})
		}
	}
	element.Attr = kept
	return t.inside(element)
}

// inside translates what stands in style and script elements.
func (t pageTranslation) inside(element *html.Node) (err error) {
	text := element.FirstChild
	if text == nil {
		return nil
	}
	switch {
	case element.DataAtom == atom.Style:
		text.Data, err = t.translateStyle(text.Data, t.link)
	case element.DataAtom == atom.Script && strings.HasSuffix(attribute(element, "type"), "json"):
		text.Data = t.translateText(text.Data)
	}
	return err
}

// attribute returns the value of an attribute in the copy; nil for none.
func (t pageTranslation) attribute(a html.Attribute) (*string, error) {
	value := a.Val
	var err error
	switch {
	case a.Key == "srcset":
		value, err = t.sources(a.Val)
	case a.Key == "style":
		value, err = t.translateStyle(a.Val, t.link)
	case a.Key == "content":
		value = t.translateAbsolute(a.Val)
	case a.Key == "href" || a.Key == "src" || strings.HasPrefix(a.Key, "data-"):
		return t.address(a.Val)
	}
	return &value, err
}

// address translates an address, absolute to absolute; nil if nothing would be
// there.
func (t pageTranslation) address(address string) (*string, error) {
	if t.frozen && strings.HasPrefix(address, "#") {
		address = index + address // not in the folder, which is the base
		return &address, nil
	}
	if !strings.HasPrefix(address, "/") {
		translated := t.translateAbsolute(address)
		return &translated, nil
	}
	p, err := t.want(address)
	if err != nil || p == nil {
		return nil, err
	}
	translated := t.link(*p)
	return &translated, nil
}

// sources translates the addresses of a srcset.
func (t pageTranslation) sources(set string) (string, error) {
	sources := strings.Split(set, ", ")
	for i, source := range sources {
		address, width, _ := strings.Cut(source, " ")
		translated, err := t.address(address)
		if err != nil {
			return "", err
		}
		if translated != nil {
			sources[i] = strings.TrimSuffix(*translated+" "+width, " ")
		}
	}
	return strings.Join(sources, ", "), nil
}
