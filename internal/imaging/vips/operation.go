package vips

import (
	"runtime"
	"strconv"
	"unsafe"
)

// Option is a named argument of an operation, in the spelling of libvips.
type Option struct {
	name  string
	value string
}

// Int is an option with a whole number.
func Int(name string, v int) Option { return Option{name, strconv.Itoa(v)} }

// Float is an option with a number.
func Float(name string, v float64) Option {
	return Option{name, strconv.FormatFloat(v, 'g', -1, 64)}
}

// Bool is an option that is on or off.
func Bool(name string, v bool) Option { return Option{name, strconv.FormatBool(v)} }

// String is an option with a text, the nickname of an enumeration's value, or
// numbers separated by spaces.
func String(name, v string) Option { return Option{name, v} }

// operation is a call of libvips under way. Its first error stays, and makes the
// steps that follow do nothing.
type operation struct {
	lib    *Library
	name   string
	handle uintptr
	err    error
}

// start looks the operation up.
func (l *Library) start(name string) *operation {
	op := &operation{lib: l, name: name, handle: l.operationNew(name)}
	if op.handle == 0 {
		op.err = l.failed(name)
	}
	return op
}

// set sets scalar arguments.
func (op *operation) set(options []Option) {
	for _, o := range options {
		if op.err == nil && op.lib.setArgument(op.handle, o.name, o.value) != 0 {
			op.err = op.lib.failed(op.name)
		}
	}
}

// setImage sets an argument that is an image.
func (op *operation) setImage(name string, image *Image) {
	if op.err != nil {
		return
	}
	var value gValue
	op.lib.valueInit(&value, op.lib.imageType())
	op.lib.valueObject(&value, image.handle)
	op.lib.setProperty(op.handle, name, &value)
	op.lib.valueUnset(&value)
}

// setBytes sets an argument that is a block of bytes. The bytes must stay where
// they are as long as anything made from them is in use.
func (op *operation) setBytes(name string, data []byte) {
	if op.err != nil {
		return
	}
	blob := op.lib.blobNew(0, unsafe.Pointer(unsafe.SliceData(data)), uintptr(len(data)))
	var value gValue
	op.lib.valueInit(&value, op.lib.blobType())
	op.lib.valueBoxed(&value, blob)
	op.lib.setProperty(op.handle, name, &value)
	op.lib.valueUnset(&value)
	op.lib.areaUnref(blob)
}

// build runs the operation as far as libvips does before pixels are asked for.
func (op *operation) build() {
	if op.err == nil && op.lib.buildOperation(&op.handle) != 0 {
		op.err = op.lib.failed(op.name)
	}
}

// image builds and ends the operation and returns its output image.
func (op *operation) image() (*Image, error) {
	op.build()
	defer op.end()
	if op.err != nil {
		return nil, op.err
	}
	var value gValue
	op.lib.valueInit(&value, op.lib.imageType())
	op.lib.getProperty(op.handle, "out", &value)
	image := &Image{lib: op.lib, handle: op.lib.dupObject(&value)}
	op.lib.valueUnset(&value)
	return image, nil
}

// buffer builds and ends the operation and returns a copy of its output bytes.
func (op *operation) buffer() ([]byte, error) {
	op.build()
	defer op.end()
	if op.err != nil {
		return nil, op.err
	}
	var value gValue
	op.lib.valueInit(&value, op.lib.blobType())
	op.lib.getProperty(op.handle, "buffer", &value)
	blob := op.lib.dupBoxed(&value)
	op.lib.valueUnset(&value)
	var size uintptr
	data := op.lib.blobGet(blob, &size)
	out := make([]byte, size)
	copy(out, unsafe.Slice((*byte)(data), size))
	op.lib.areaUnref(blob)
	return out, nil
}

// end lets the operation and what it still holds go.
func (op *operation) end() {
	if op.handle == 0 {
		return
	}
	op.lib.unrefOutputs(op.handle)
	op.lib.objectUnref(op.handle)
	op.handle = 0
}

// Open reads the header of the picture in data with the named decoder, such as
// "jpegload_buffer". Pixels are decoded later, as they are asked for, so data
// must stay in place until the image and all that is made of it are closed. A
// picture that is cut short is an error by then, not a grey rest.
func (l *Library) Open(decoder string, data []byte, options ...Option) (*Image, error) {
	op := l.start(decoder)
	op.setBytes("buffer", data)
	op.set([]Option{String("access", "sequential"), String("fail_on", "truncated")})
	op.set(options)
	image, err := op.image()
	runtime.KeepAlive(data)
	return image, err
}

// Text draws a line of Pango markup as a mask: one band, 255 where ink is. Letters
// is their size in pixels.
func (l *Library) Text(markup string, letters int) (*Image, error) {
	op := l.start("text")
	op.set([]Option{String("text", markup), String("font", "sans bold "+strconv.Itoa(letters)), Int("dpi", 72)})
	return op.image()
}
