package ingest

import (
	"context"
	"fmt"
	"io"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/imaging"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// stagedSet is the imaging.Sink of a run: it stages each rendition as it comes,
// so that all are put in place together once the last is made.
type stagedSet struct {
	ctx  context.Context
	run  *run
	made []stagedRendition
}

type stagedRendition struct {
	staged
	rendition vitrine.Rendition
}

// Metadata records the metadata. It comes first in each attempt of the decoder,
// so what an earlier attempt staged is dropped here.
func (s *stagedSet) Metadata(m imaging.Metadata) error {
	s.abort()
	return s.run.metadata(s.ctx, m)
}

// Rendition stages one rendition.
func (s *stagedSet) Rendition(made imaging.Rendition, body io.Reader) error {
	name := vitrine.RenditionName(made.Name)
	w, err := s.run.ingest.Blobs.Create(s.ctx)
	if err != nil {
		return storageError(err)
	}
	n, err := io.Copy(w, body)
	if err == nil && n != made.Size {
		err = fmt.Errorf("the decoder sent %d bytes of %s instead of %d", n, name, made.Size)
	}
	if err != nil {
		_ = w.Abort() // the janitor takes what is left
		return storageError(err)
	}
	file := newStaged(w, derived)
	s.made = append(s.made, stagedRendition{file, vitrine.Rendition{
		Name: name, Key: file.sum, MIMEType: made.Type.MIME(),
		Width: made.Width, Height: made.Height, Size: n,
		Recipe: recipeOf(outputFor(name, s.run.settings)),
	}})
	return s.reportThumbs()
}

// reportThumbs completes the step of the thumbnails when the last one came.
func (s *stagedSet) reportThumbs() error {
	thumbs, all := 0, 0
	for _, m := range s.made {
		if isThumb(m.rendition.Name) {
			thumbs++
		}
	}
	for _, name := range s.run.wanted {
		if isThumb(name) {
			all++
		}
	}
	last := s.made[len(s.made)-1].rendition.Name
	if thumbs != all || !isThumb(last) || len(s.made) == len(s.run.wanted) {
		return nil // the end of all is recorded with the renditions themselves
	}
	return s.run.report(s.ctx, finishStep(s.run.steps))
}

func (s *stagedSet) files() []staged {
	var files []staged
	for _, m := range s.made {
		files = append(files, m.staged)
	}
	return files
}

func (s *stagedSet) renditions() []store.NewRendition {
	var set []store.NewRendition
	for _, m := range s.made {
		set = append(set, store.NewRendition{Rendition: m.rendition, BlobKey: m.key})
	}
	return set
}

// abort drops what is staged and was not put in place.
func (s *stagedSet) abort() {
	for _, m := range s.made {
		_ = m.writer.Abort() // the janitor takes what is left
	}
	s.made = nil
}
