package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// manifest says what a backup consists of. It is written last: a backup without
// one is not complete.
type manifest struct {
	Format     int           `json:"format"`
	Program    string        `json:"program"` // version of the program that wrote it
	Engine     string        `json:"engine"`  // that the rows are from; any engine takes them
	Schema     int64         `json:"schema"`
	StartedAt  time.Time     `json:"started_at"`
	FinishedAt time.Time     `json:"finished_at"`
	Tables     []store.Table `json:"tables"`
	Own        []file        `json:"own"`   // files of this backup alone; one is the list of all others
	Files      int64         `json:"files"` // all that the backup consists of, without the manifest
	Size       int64         `json:"size"`
	Missing    []string      `json:"missing"` // what the library had lost, or had damaged, already
}

// file is a file of a backup.
type file struct {
	Path   string `json:"path"` // in the folder
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// The newest format, and the only one so far.
const format = 1

func ownKey(backup, name string) string       { return backupsPrefix + backup + "/" + name }
func manifestKey(backup string) string        { return ownKey(backup, "manifest.json") }
func sumKey(backup string) string             { return ownKey(backup, "manifest.sha256") }
func listKey(backup string) string            { return ownKey(backup, "files.ndjson.gz") }
func tableKey(backup string, t string) string { return ownKey(backup, "tables/"+t+".ndjson.gz") }
func secretKey(backup string) string          { return ownKey(backup, "secret.key") }

// writeManifest completes a backup. The manifest's own digest goes before it, in
// the form that sha256sum reads.
func (f *folder) writeManifest(ctx context.Context, name string, m *manifest) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	if _, err := f.put(ctx, sumKey(name), fmt.Appendf(nil, "%x  manifest.json\n", sum)); err != nil {
		return err
	}
	_, err = f.put(ctx, manifestKey(name), text)
	return err
}

// readManifest returns the manifest of a backup. One that was changed, or is of
// a newer format, is an error.
func (f *folder) readManifest(ctx context.Context, name string) (*manifest, error) {
	text, err := f.read(ctx, manifestKey(name))
	if err != nil {
		return nil, fmt.Errorf("read the manifest: %w", err)
	}
	sum, err := f.read(ctx, sumKey(name))
	if err != nil {
		return nil, fmt.Errorf("read the manifest's digest: %w", err)
	}
	if actual := sha256.Sum256(text); string(sum) != fmt.Sprintf("%x  manifest.json\n", actual) {
		return nil, fmt.Errorf("%s is damaged: its digest is not that of %s", manifestKey(name), sumKey(name))
	}
	var m manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("read the manifest: %w", err)
	}
	if m.Format > format {
		return nil, fmt.Errorf("the backup %s was made by a newer version of this program (%s)", name, m.Program)
	}
	return &m, nil
}

// own returns the file of the backup itself that lies under a key.
func (m *manifest) own(key string) (file, error) {
	at := slices.IndexFunc(m.Own, func(f file) bool { return f.Path == key })
	if at < 0 {
		return file{}, fmt.Errorf("the manifest does not name %s", key)
	}
	return m.Own[at], nil
}

// shared calls fn with each file of the library in the backup.
func (f *folder) shared(ctx context.Context, name string, m *manifest, fn func(file) error) error {
	list, err := m.own(listKey(name))
	if err != nil {
		return err
	}
	return f.readRecords(ctx, list, func(decode func(any) error) error {
		var entry file
		if err := decode(&entry); err != nil {
			return err
		}
		return fn(entry)
	})
}

func hexSum(w blob.Writer) string {
	sum := w.Sum()
	return hex.EncodeToString(sum[:])
}

// errDamaged is what a file is that does not hold the bytes it should.
var errDamaged = errors.New("is damaged")
