package site_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
)

// BenchmarkHome answers with the home page of 24 photos: made anew each time from
// the database, and as it is kept until something changes. Beside them a bare
// handler writes the same bytes, over HTTP all.
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
	rendered := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		bench.forget()
		bench.ServeHTTP(w, r)
	})
	for _, tt := range []struct {
		name    string
		handler http.Handler
	}{{"rendered", rendered}, {"kept", bench}, {"bare", bare}} {
		b.Run(tt.name, func(b *testing.B) { benchmarkServing(b, tt.handler) })
	}
}

func benchmarkServing(b *testing.B, handler http.Handler) {
	server := httptest.NewServer(handler)
	defer server.Close()
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}} // the bare handler does not zip
	b.ReportAllocs()
	for b.Loop() {
		response, err := client.Get(server.URL)
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
