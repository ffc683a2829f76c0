package backup

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/vitrine-photos/vitrine/internal/blob"
)

// recordWriter writes a file of records: one JSON value a line, compressed by
// gzip.
type recordWriter struct {
	blob     blob.Writer
	zip      *gzip.Writer
	buffered *bufio.Writer
	encoder  *json.Encoder
}

func (f *folder) createRecords(ctx context.Context) (*recordWriter, error) {
	w, err := f.blobs.Create(ctx)
	if err != nil {
		return nil, err
	}
	buffered := bufio.NewWriterSize(w, 256<<10)
	zip, err := gzip.NewWriterLevel(buffered, gzip.BestSpeed)
	if err != nil {
		return nil, errors.Join(err, w.Abort())
	}
	encoder := json.NewEncoder(zip)
	encoder.SetEscapeHTML(false)
	return &recordWriter{blob: w, zip: zip, buffered: buffered, encoder: encoder}, nil
}

func (w *recordWriter) write(record any) error { return w.encoder.Encode(record) }

// commit makes the file durable under its key.
func (w *recordWriter) commit(ctx context.Context, key string) (file, error) {
	if err := errors.Join(w.zip.Close(), w.buffered.Flush()); err != nil {
		return file{}, errors.Join(err, w.blob.Abort())
	}
	return commit(ctx, w.blob, key)
}

// writeRecords makes a file of the records that fill writes.
func (f *folder) writeRecords(ctx context.Context, key string, fill func(write func(any) error) error) (file, error) {
	w, err := f.createRecords(ctx)
	if err != nil {
		return file{}, err
	}
	if err := fill(w.write); err != nil {
		return file{}, errors.Join(err, w.blob.Abort())
	}
	return w.commit(ctx, key)
}

// readRecords calls fn with a decoder for each record of a file. A file that does
// not hold what it should is errDamaged, and fn may have seen some of it by then.
func (f *folder) readRecords(ctx context.Context, want file, fn func(decode func(any) error) error) error {
	object, err := f.blobs.Open(ctx, want.Path)
	if err != nil {
		return err
	}
	defer object.Close()
	hash := sha256.New()
	content := io.TeeReader(object, hash)
	err = decodeRecords(content, fn)
	if _, rest := io.Copy(io.Discard, content); rest != nil {
		return fmt.Errorf("read %s: %w", want.Path, rest)
	}
	if hex.EncodeToString(hash.Sum(nil)) != want.SHA256 {
		return fmt.Errorf("%s %w", want.Path, errDamaged)
	}
	return err
}

func decodeRecords(r io.Reader, fn func(decode func(any) error) error) error {
	zip, err := gzip.NewReader(bufio.NewReaderSize(r, 256<<10))
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(zip)
	decoder.UseNumber()
	for decoder.More() {
		if err := fn(decoder.Decode); err != nil {
			return err
		}
	}
	return nil
}

// encodeRow returns the values of a row as JSON has them. Bytes are an object, so
// that they are not taken for text.
func encodeRow(values []any) []any {
	encoded := make([]any, len(values))
	for i, value := range values {
		if b, isBytes := value.([]byte); isBytes {
			value = map[string]string{"base64": base64.StdEncoding.EncodeToString(b)}
		}
		encoded[i] = value
	}
	return encoded
}

// decodeRow is the opposite of encodeRow.
func decodeRow(encoded []any) ([]any, error) {
	for i, value := range encoded {
		var err error
		switch v := value.(type) {
		case json.Number:
			encoded[i], err = decodeNumber(v)
		case map[string]any:
			text, _ := v["base64"].(string)
			encoded[i], err = base64.StdEncoding.DecodeString(text)
		}
		if err != nil {
			return nil, err
		}
	}
	return encoded, nil
}

func decodeNumber(n json.Number) (any, error) {
	if strings.ContainsAny(n.String(), ".eE") {
		return n.Float64()
	}
	return n.Int64()
}
