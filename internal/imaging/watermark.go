package imaging

import (
	"errors"
	"html"
	"strings"

	"github.com/vitrine-photos/vitrine/internal/imaging/vips"
)

// watermark returns the bitmap with the text in its lower right corner: white
// letters on a thin dark shadow, so that they can be read on any ground.
func watermark(lib *vips.Library, bitmap *vips.Bitmap, text string) (*vips.Image, error) {
	image, err := bitmap.Image()
	if err != nil {
		return nil, undecodable(err)
	}
	defer image.Close()
	letters := max(10, min(bitmap.Width, bitmap.Height)/40)
	mask, err := lib.Text(markup(text), letters)
	if err != nil {
		return nil, noFonts(err)
	}
	defer mask.Close()
	if mask.Width() < 2 || mask.Height() < 2 {
		return nil, noFonts(errors.New("the text came out empty"))
	}
	marked, err := stamp(image, mask, letters)
	if err != nil {
		return nil, undecodable(err)
	}
	return marked, nil
}

// stamp paints the mask into the lower right corner, first in black a little to
// the side, then in white.
func stamp(image, mask *vips.Image, letters int) (*vips.Image, error) {
	left := max(0, image.Width()-mask.Width()-letters)
	top := max(0, image.Height()-mask.Height()-letters)
	offset := max(1, letters/16)
	shadowed, err := ink(image, mask, left+offset, top+offset, 0)
	if err != nil {
		return nil, err
	}
	defer shadowed.Close()
	return ink(shadowed, mask, left, top, 255)
}

// opacity is how much of the ground a watermark covers.
const opacity = 0.7

// ink paints the mask at left, top in a grey of that level.
func ink(image, mask *vips.Image, left, top int, level float64) (*vips.Image, error) {
	faint, err := mask.Do("linear", vips.Float("a", opacity), vips.Float("b", 0), vips.Bool("uchar", true))
	if err != nil {
		return nil, err
	}
	defer faint.Close()
	cover, err := faint.Do("embed", vips.Int("x", left), vips.Int("y", top),
		vips.Int("width", image.Width()), vips.Int("height", image.Height()))
	if err != nil {
		return nil, err
	}
	defer cover.Close()
	plain, err := image.Do("linear", vips.Float("a", 0), vips.Float("b", level), vips.Bool("uchar", true))
	if err != nil {
		return nil, err
	}
	defer plain.Close()
	return image.Paint(cover, plain)
}

// markup returns the text as Pango markup that shows it as it is, on one line.
func markup(text string) string {
	return html.EscapeString(strings.Join(strings.Fields(text), " "))
}

// noFonts is the failure of a machine without fonts. Leaving the watermark out
// would show the picture without the protection that was asked for.
func noFonts(cause error) *Error {
	return &Error{
		Kind:    NoLibrary,
		Message: "the watermark cannot be written, since no font is found; on Debian and Ubuntu install the package fonts-dejavu-core",
		Detail:  cause.Error(),
	}
}
