package ingest

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/imaging"
)

// pipelineVersion counts the changes of package imaging that alter the bytes of
// renditions. Raising it makes every rendition count as made otherwise.
const pipelineVersion = 1

// The longest sides of the renditions whose size is not a setting, in pixels.
const (
	thumbSmallSide = 320
	thumbLargeSide = 1024
	displaySide    = 2048
)

// avifQuality is where AVIF looks like the WebP and JPEG of the default settings.
const avifQuality = 60

// derivable lists the renditions that may be asked for, small ones first.
func derivable() []vitrine.RenditionName {
	return append(vitrine.RenditionNames(), vitrine.AVIF)
}

// outputFor returns how a rendition is made under the settings.
func outputFor(name vitrine.RenditionName, s vitrine.Settings) imaging.Output {
	o := imaging.Output{Name: string(name), Format: imaging.JPEG, Quality: s.Image.QualityJPG}
	switch name {
	case vitrine.ThumbSmall:
		o.MaxWidth = thumbSmallSide
	case vitrine.ThumbMedium:
		o.MaxWidth = s.Display.ThumbnailSize
	case vitrine.ThumbLarge:
		o.MaxWidth = thumbLargeSide
	case vitrine.Display:
		o.MaxWidth = displaySide
	case vitrine.WebP:
		o.MaxWidth, o.Format, o.Quality = displaySide, imaging.WebP, s.Image.QualityWebP
	case vitrine.AVIF:
		o.MaxWidth, o.Format, o.Quality = displaySide, imaging.AVIF, avifQuality
	case vitrine.JPEG:
		o.MaxWidth, o.MaxHeight = s.Image.MaxWidth, s.Image.MaxHeight
	}
	o.MaxHeight = cmp.Or(o.MaxHeight, o.MaxWidth)
	if s.Image.WatermarkEnabled && !isThumb(name) {
		o.Watermark = cmp.Or(s.General.SiteAuthor, s.General.SiteTitle)
	}
	return o
}

// isThumb reports whether a rendition belongs to the step that generates
// thumbnails; the others are made by the optimization.
func isThumb(name vitrine.RenditionName) bool {
	return slices.Contains([]vitrine.RenditionName{vitrine.ThumbSmall, vitrine.ThumbMedium, vitrine.ThumbLarge}, name)
}

// recipeOf names everything that determines a rendition's bytes besides the
// original's. Two renditions of one original with the same recipe are equal.
func recipeOf(o imaging.Output) string {
	recipe := fmt.Sprintf("%d %s %dx%d q%d", pipelineVersion, o.Format, o.MaxWidth, o.MaxHeight, o.Quality)
	if o.Watermark != "" {
		recipe += fmt.Sprintf(" watermark %q", o.Watermark)
	}
	return recipe
}
