package app_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/vitrine-photos/vitrine/client"
	"github.com/vitrine-photos/vitrine/internal/app"
)

// A picture goes to the whole service in chunks, the last first, with an
// interruption.
func TestChunks(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, cfg app.Config) {
		s := serve(t, cfg)
		picture := append(withEXIF(jpegOf(s, "chunks")), make([]byte, 150_000)...) // what follows the picture does not matter
		begun, err := s.BeginChunked(t.Context(), client.NewChunkedUpload{
			Filename: "large.jpg", FileSize: int64(len(picture)), MIMEType: "image/jpeg", ChunkSize: 64 << 10,
		})
		s.must(err)
		chunks := slices.Collect(slices.Chunk(picture, int(begun.ChunkSize)))
		last := len(chunks) - 1
		sender := client.New(s.url, nil) // has no token
		s.must(sender.PutChunk(t.Context(), begun.UploadURLs[last], chunks[last]))
		s.expectStatus(sender.PutChunk(t.Context(), begun.UploadURLs[0], chunks[last]), http.StatusBadRequest)
		_, err = s.CompleteChunked(t.Context(), begun.UploadID, "")
		s.expectStatus(err, http.StatusConflict)
		s.must(s.stop())

		s = serve(t, cfg)
		resumed, err := s.ChunkedUpload(t.Context(), begun.UploadID)
		s.must(err)
		if !slices.Equal(resumed.Received, []int{last}) {
			t.Errorf("after the restart there are the chunks %v", resumed.Received)
		}
		for number, chunk := range chunks[:last] {
			s.must(client.New(s.url, nil).PutChunk(t.Context(), resumed.UploadURLs[number], chunk))
		}
		upload, err := s.CompleteChunked(t.Context(), begun.UploadID, "")
		s.must(err)
		s.await(s.Client, upload.FileID)
		s.expectStatus(s.AbortChunked(t.Context(), begun.UploadID), http.StatusConflict)
	})
}
