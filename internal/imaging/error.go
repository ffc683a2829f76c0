package imaging

import "fmt"

// Kind says why a picture could not be processed.
type Kind string

// The kinds of failure. A second try with the same file helps only against
// Crashed, Deadline and NoLibrary.
const (
	Unsupported   Kind = "unsupported"     // not a type that is read here
	TooManyPixels Kind = "too_many_pixels" // over Config.MaxPixels
	Undecodable   Kind = "undecodable"     // damaged or cut short
	Crashed       Kind = "crashed"         // the decoder died of it, twice
	Deadline      Kind = "deadline"        // the decoder took too long, twice
	NoLibrary     Kind = "no_library"      // the machine lacks libvips, or fonts for the watermark
)

// Error is the failure of one picture.
type Error struct {
	Kind    Kind
	Message string // for the photographer, in plain words
	Detail  string // for the log: what the library or the kernel said

	Megapixels, Limit int64 // of TooManyPixels: what it has and what it may have
}

// Error returns the message and the detail.
func (e *Error) Error() string {
	if e.Detail == "" {
		return e.Message
	}
	return e.Message + " (" + e.Detail + ")"
}

// undecodable is the failure of a picture whose pixels cannot be read.
func undecodable(cause error) *Error {
	return &Error{
		Kind:    Undecodable,
		Message: "the picture is damaged or cut short and cannot be read",
		Detail:  cause.Error(),
	}
}

// noLibrary is the failure of a machine without a usable libvips.
func noLibrary(cause error) *Error {
	return &Error{
		Kind:    NoLibrary,
		Message: "libvips, the image library, is missing or cannot be used; on Debian and Ubuntu install the package libvips42",
		Detail:  cause.Error(),
	}
}

// tooManyPixels is the failure of a picture over the limit. Weight is how often
// each pixel counts.
func tooManyPixels(width, height int, weight, limit int64) *Error {
	const mega = 1_000_000
	pixels := int64(width) * int64(height)
	megapixels := (pixels + mega/2) / mega
	message := fmt.Sprintf("the picture claims %d x %d pixels (%d megapixels); the limit is %d",
		width, height, megapixels, limit/mega)
	if weight > 1 {
		message += fmt.Sprintf(", and %d for progressive and interlaced pictures", limit/mega/weight)
	}
	return &Error{Kind: TooManyPixels, Message: message, Megapixels: megapixels, Limit: limit / mega / weight}
}
