// Package imaging turns the files that photographers send into derivatives for
// the web, and reads what the files say of themselves.
//
// Decoders of picture formats are large programs in C that read bytes from
// strangers. They run in child processes of the same binary (Pool), each in a
// sandbox (package sandbox) where it can read no file, write none and open no
// socket. Bytes go in and come out by pipe (package wire). A child that takes too
// long is killed; one that dies is replaced. The calling process never loads
// libvips (package vips), and starts without it.
//
// Every program that makes a Pool calls RunIfWorker first thing in main, and
// every test binary in TestMain.
package imaging
