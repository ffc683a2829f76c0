// Package vips calls libvips, the image processing library, through its object
// interface: an operation is looked up by name, its arguments are set by name,
// and it is built. No C compiler and no headers are needed, and the library is
// found when the program runs. The compiler cannot check these calls, so every
// operation used here is exercised by tests against the real library.
//
// A process that loads libvips maps about a hundred shared libraries with it;
// only a sandboxed decoder process should. Errors of libvips are collected in one
// place for the whole process, so one goroutine at a time may use the package.
package vips

import (
	"errors"
	"fmt"
	"strings"
	"unsafe"

	"github.com/ebitengine/purego"
)

// ErrLoad is in the chain of the error of Load when the shared library cannot be
// found or lacks what is needed.
var ErrLoad = errors.New("vips: libvips cannot be loaded")

// Library is a loaded and initialised libvips.
type Library struct {
	init           func(argv0 string) int32
	version        func(flag int32) int32
	errorBuffer    func() string
	errorClear     func()
	blockUntrusted func(state int32)
	blockClass     func(name string, state int32)
	cacheSetMax    func(operations int32)
	concurrency    func(threads int32)
	typeFind       func(base, nickname string) uintptr

	operationNew   func(name string) uintptr
	setArgument    func(object uintptr, name, value string) int32
	buildOperation func(operation *uintptr) int32
	unrefOutputs   func(object uintptr)
	blobNew        func(free uintptr, data unsafe.Pointer, size uintptr) uintptr
	blobGet        func(blob uintptr, size *uintptr) unsafe.Pointer
	areaUnref      func(area uintptr)
	imageType      func() uintptr
	blobType       func() uintptr

	imageFromMemory func(data unsafe.Pointer, size uintptr, width, height, bands, format int32) uintptr
	imageCopyMemory func(image uintptr) uintptr
	imageToMemory   func(image uintptr, size *uintptr) unsafe.Pointer
	imageWidth      func(image uintptr) int32
	imageHeight     func(image uintptr) int32
	imageBands      func(image uintptr) int32
	imageFormat     func(image uintptr) int32
	imageSpace      func(image uintptr) int32
	imageHasAlpha   func(image uintptr) int32
	imageGetTypeof  func(image uintptr, field string) uintptr
	imageGetInt     func(image uintptr, field string, value *int32) int32
	imageGetString  func(image uintptr, field string, value *unsafe.Pointer) int32
	imageGetBlob    func(image uintptr, field string, data *unsafe.Pointer, size *uintptr) int32

	valueInit   func(value *gValue, gtype uintptr) *gValue
	valueUnset  func(value *gValue)
	valueObject func(value *gValue, object uintptr)
	valueBoxed  func(value *gValue, boxed uintptr)
	dupObject   func(value *gValue) uintptr
	dupBoxed    func(value *gValue) uintptr
	setProperty func(object uintptr, name string, value *gValue)
	getProperty func(object uintptr, name string, value *gValue)
	objectUnref func(object uintptr)
	free        func(memory unsafe.Pointer)
}

// gValue is GLib's GValue: a type and sixteen bytes of content.
type gValue struct {
	_ uintptr
	_ [2]uint64
}

// DefaultName is the name of the system's libvips for the dynamic linker.
const DefaultName = "libvips.so.42"

// Load opens the shared library at path, or the system's when path is "", and
// initialises it for hostile input: one thread, no cache of operations, and no
// decoder but those that Open names.
func Load(path string) (*Library, error) {
	if path == "" {
		path = DefaultName
	}
	handle, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_GLOBAL)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrLoad, err)
	}
	l := &Library{}
	if err := l.bind(handle); err != nil {
		return nil, err
	}
	if l.init("vitrine") != 0 {
		return nil, fmt.Errorf("%w: %s", ErrLoad, l.takeError())
	}
	l.concurrency(1)
	l.cacheSetMax(0)
	l.blockUntrusted(1)
	l.blockClass("VipsForeignLoad", 1)
	for _, class := range trustedLoaders() {
		l.blockClass(class, 0)
	}
	return l, nil
}

// trustedLoaders returns the classes of decoders that are left in use. Debian's
// libvips has many more, ImageMagick's among them.
func trustedLoaders() []string {
	return []string{
		"VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp",
		"VipsForeignLoadHeif", "VipsForeignLoadTiff", "VipsForeignLoadNsgif",
	}
}

// bind finds every function of the library that the package calls.
func (l *Library) bind(handle uintptr) error {
	functions := map[string]any{
		"vips_init": &l.init, "vips_version": &l.version,
		"vips_error_buffer": &l.errorBuffer, "vips_error_clear": &l.errorClear,
		"vips_block_untrusted_set": &l.blockUntrusted, "vips_operation_block_set": &l.blockClass,
		"vips_cache_set_max": &l.cacheSetMax, "vips_concurrency_set": &l.concurrency,
		"vips_type_find": &l.typeFind,

		"vips_operation_new": &l.operationNew, "vips_object_set_argument_from_string": &l.setArgument,
		"vips_cache_operation_buildp": &l.buildOperation, "vips_object_unref_outputs": &l.unrefOutputs,
		"vips_blob_new": &l.blobNew, "vips_blob_get": &l.blobGet, "vips_area_unref": &l.areaUnref,
		"vips_image_get_type": &l.imageType, "vips_blob_get_type": &l.blobType,

		"vips_image_new_from_memory": &l.imageFromMemory, "vips_image_copy_memory": &l.imageCopyMemory,
		"vips_image_write_to_memory": &l.imageToMemory,
		"vips_image_get_width":       &l.imageWidth, "vips_image_get_height": &l.imageHeight,
		"vips_image_get_bands": &l.imageBands, "vips_image_get_format": &l.imageFormat,
		"vips_image_get_interpretation": &l.imageSpace, "vips_image_hasalpha": &l.imageHasAlpha,
		"vips_image_get_typeof": &l.imageGetTypeof, "vips_image_get_int": &l.imageGetInt,
		"vips_image_get_string": &l.imageGetString, "vips_image_get_blob": &l.imageGetBlob,

		"g_value_init": &l.valueInit, "g_value_unset": &l.valueUnset,
		"g_value_set_object": &l.valueObject, "g_value_set_boxed": &l.valueBoxed,
		"g_value_dup_object": &l.dupObject, "g_value_dup_boxed": &l.dupBoxed,
		"g_object_set_property": &l.setProperty, "g_object_get_property": &l.getProperty,
		"g_object_unref": &l.objectUnref, "g_free": &l.free,
	}
	for name, function := range functions {
		address, err := purego.Dlsym(handle, name)
		if err != nil {
			return fmt.Errorf("%w: it has no %s: %w", ErrLoad, name, err)
		}
		purego.RegisterFunc(function, address)
	}
	return nil
}

// Version returns the version of the library, such as "8.14.1".
func (l *Library) Version() string {
	return fmt.Sprintf("%d.%d.%d", l.version(0), l.version(1), l.version(2))
}

// Has reports whether the library has the operation.
func (l *Library) Has(operation string) bool {
	return l.typeFind("VipsOperation", operation) != 0
}

// Error is what libvips says of an operation that failed.
type Error struct {
	Operation string
	Detail    string // the library's words, for logs
}

// Error returns the operation and the library's words.
func (e *Error) Error() string { return "vips: " + e.Operation + ": " + e.Detail }

// failed returns the pending error of the library as that of the operation.
func (l *Library) failed(operation string) error {
	return &Error{Operation: operation, Detail: l.takeError()}
}

// takeError empties the library's error buffer and returns it on one line.
func (l *Library) takeError() string {
	text := strings.Join(strings.Fields(l.errorBuffer()), " ")
	l.errorClear()
	if text == "" {
		return "no reason given"
	}
	return text
}
