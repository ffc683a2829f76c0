// Package web holds what the browsers are given, as built from the sources beside
// it: building the program needs no Node.
package web

import "embed"

// Site holds the scripts and styles of the public site, in dist/site.
//
//go:embed dist/site
var Site embed.FS

// Console holds the app at /admin/, in dist/console.
//
//go:embed dist/console
var Console embed.FS
