package site_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
)

// BenchmarkHome renders the home page of 24 photos, and beside it has a bare
// handler write the same bytes, over HTTP both.
func BenchmarkHome(b *testing.B) {
	bench := newBench(b, home)
	bench.settings.Display.PhotosPerPage = 24
	for i := range 30 {
		bench.publish(fmt.Sprint("Photo ", i), photograph(), tagged("Sea", "Light"))
	}
	page := bench.ask(http.MethodGet, "/")
	bare := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(page.Body.Bytes())
	})
	for _, tt := range []struct {
		name    string
		handler http.Handler
	}{{"page", bench}, {"bare", bare}} {
		b.Run(tt.name, func(b *testing.B) { benchmarkServing(b, tt.handler) })
	}
}

func benchmarkServing(b *testing.B, handler http.Handler) {
	server := httptest.NewServer(handler)
	defer server.Close()
	b.ReportAllocs()
	for b.Loop() {
		response, err := server.Client().Get(server.URL)
		if err != nil {
			b.Fatal(err)
		}
		buffer := make([]byte, 64<<10)
		for err == nil {
			_, err = response.Body.Read(buffer)
		}
		if err := response.Body.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
