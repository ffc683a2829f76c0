//go:build !rowbeforefile

package ingest

// inOrder is the order of durability: first the file is in place, then the row
// that refers to it is committed. Whatever happens between the two, no row is
// without its file.
func inOrder(file, row func() error) error {
	if err := file(); err != nil {
		return err
	}
	return row()
}
