//go:build rowbeforefile

package ingest

// inOrder is the wrong order. The fault tests build the program with it, to see
// that they notice.
func inOrder(file, row func() error) error {
	if err := row(); err != nil {
		return err
	}
	return file()
}
