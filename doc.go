// Package vitrine is the vocabulary of a photo portfolio service: its nouns,
// their states and rules, the events it announces, the permissions it asks
// for, and the errors it answers with.
//
// The package knows nothing of HTTP, SQL or files. Each noun has one file with
// the type that is read, the input that is written, and the Validate method
// that every way in (HTTP, command line, import) shares.
package vitrine
