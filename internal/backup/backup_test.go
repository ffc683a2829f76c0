package backup_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/backup"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/store/storetest"
	"github.com/vitrine-photos/vitrine/internal/testservers"
)

// TestRoundTrip restores a backup of either engine to either: every row, file
// and key is the same, and photos are found.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, open storetest.Open) {
		l := newLibrary(t, open)
		l.fill(3)
		before := rows(t, l.db)
		made := l.back()
		if made.Status != vitrine.BackupCompleted || made.Error != "" {
			t.Fatalf("the backup is %+v", made)
		}
		for _, engine := range []string{"sqlite", "postgres"} {
			t.Run("to "+engine, func(t *testing.T) {
				p := place{dir: t.TempDir()}
				p.url = filepath.Join(p.dir, "vitrine.db")
				if engine == "postgres" {
					p.url = testservers.NewDatabase(t)
				}
				to := p.target(t, l.Now)
				restored, err := backup.Restore(t.Context(), l.folder, "", to, silent)
				if err != nil {
					t.Fatal(err)
				}
				if restored.Name != made.Name || restored.Files != made.Files || len(restored.Missing) > 0 {
					t.Errorf("restored %+v of %+v", restored, made)
				}
				checkRestored(t, l, p, to, before)
			})
		}
	})
}

func checkRestored(t *testing.T, l *library, p place, to backup.Target, before map[string][]string) {
	t.Helper()
	db := p.open(t, l.Now)
	after := rows(t, db)
	for _, changes := range []string{"backups", "jobs", "audit_log", "blobs"} { // the backup itself is in the first three
		delete(before, changes)
		delete(after, changes)
	}
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("rows (-backed up +restored):\n%s", diff)
	}
	for _, prefix := range []string{"originals/", "derived/"} {
		want, got := content(t, l.blobs, prefix), content(t, to.Blobs, prefix)
		for key := range want {
			if strings.Contains(want[key], "Purged") {
				delete(want, key) // nothing refers to it
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("files (-backed up +restored):\n%s", diff)
		}
	}
	secret, err := os.ReadFile(to.SecretPath)
	if err != nil || string(secret) != "0123456789abcdef0123456789abcdef" {
		t.Errorf("the secret key is %q, %v", secret, err)
	}
	page, err := db.PhotoPage(t.Context(), vitrine.PhotoFilter{
		Search: "夜景 harbour", Audience: vitrine.AudienceEditor, Page: vitrine.Page{Number: 1, Limit: 10},
	})
	if err != nil || page.Total != 3 {
		t.Errorf("found %d photos, %v", page.Total, err)
	}
	report, err := backup.VerifyLibrary(t.Context(), db, to.Blobs, silent)
	if err != nil || len(report.Problems) > 0 || report.Files == 0 {
		t.Errorf("the restored library: %+v, %v", report, err)
	}
	l.checkIDsGoOn(t, db)
}

// checkIDsGoOn: the id of what was purged is not given again.
func (l *library) checkIDsGoOn(t *testing.T, db *store.DB) {
	t.Helper()
	user := &vitrine.User{Username: "imogen", Email: "imogen@example.com", Role: vitrine.RoleUser}
	if err := db.Update(t.Context(), func(tx *store.Tx) error { return tx.InsertUser(t.Context(), user) }); err != nil || user.ID != 2 {
		t.Errorf("the next user has the id %d, %v", user.ID, err)
	}
}

// TestSecondBackupSharesFiles: only what is new is copied, and both restore.
func TestSecondBackupSharesFiles(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, storetest.SQLite)
	l.fill(2)
	first := l.back()
	held := filesIn(t, l.folder)
	l.photo("Lighthouse", 1)
	second := l.back()
	copied := map[string]bool{}
	for name := range filesIn(t, l.folder) {
		if held[name] == nil && !strings.HasPrefix(name, "backups/") {
			copied[strings.Split(name, "/")[0]] = true
		}
	}
	if diff := cmp.Diff(map[string]bool{"originals": true, "derived": true}, copied); diff != "" {
		t.Errorf("copied (-want +got):\n%s", diff)
	}
	if second.Files != first.Files+2 || second.CopiedFiles >= first.CopiedFiles {
		t.Errorf("the backups are %+v and %+v", first, second)
	}
	if report := l.verify(); len(report.Problems)+len(report.Notes) > 0 || report.Backups != 2 {
		t.Errorf("found %+v", report)
	}
	for name, want := range map[string]int{first.Name: 2, second.Name: 3} {
		p := place{dir: t.TempDir()}
		p.url = filepath.Join(p.dir, "vitrine.db")
		_, err := backup.Restore(t.Context(), l.folder, name, p.target(t, l.Now), silent)
		l.must(err)
		page, err := p.open(t, l.Now).PhotoPage(t.Context(), vitrine.PhotoFilter{Audience: vitrine.AudienceEditor, Page: vitrine.Page{Number: 1, Limit: 10}})
		l.must(err)
		if page.Total != want {
			t.Errorf("%s has %d photos, want %d", name, page.Total, want)
		}
	}
}

func TestBegin(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, open storetest.Open) {
		l := newLibrary(t, open)
		b := l.backups(nil)
		stranger, editor := vitrine.Actor{UserID: 1, Role: vitrine.RoleSuperAdmin}, vitrine.Actor{UserID: 1, Role: vitrine.RoleAdmin}
		for _, tt := range []struct {
			actor vitrine.Actor
			wish  backup.Wish
			want  vitrine.Code
		}{
			{editor, backup.Wish{}, vitrine.CodeForbidden},
			{vitrine.Actor{}, backup.Wish{}, vitrine.CodeUnauthenticated},
			{stranger, backup.Wish{Directory: l.folder}, vitrine.CodeValidation},
			{stranger, backup.Wish{Keep: 1}, vitrine.CodeValidation},
			{l.actor, backup.Wish{Directory: "relative"}, vitrine.CodeValidation},
			{stranger, backup.Wish{}, ""},
			{l.actor, backup.Wish{Directory: l.folder, Keep: 1}, vitrine.CodeConflict}, // the one before runs
		} {
			if _, err := b.Begin(t.Context(), tt.actor, tt.wish); vitrine.ErrorCode(err) != tt.want {
				t.Errorf("%+v wishes %+v: %v, want %s", tt.actor, tt.wish, err, tt.want)
			}
		}
		l.run(b)
		l.run2(b)
		backups, total, err := b.Page(t.Context(), stranger, vitrine.Page{Number: 1, Limit: 1})
		if err != nil || total != 1 || backups[0].Status != vitrine.BackupCompleted {
			t.Errorf("the list is %+v, %d, %v", backups, total, err)
		}
		if _, err := b.Begin(t.Context(), stranger, backup.Wish{}); err != nil {
			t.Errorf("after the first has ended: %v", err)
		}
	})
}

// run2 checks that a second run of a job that was done has no effect.
func (l *library) run2(b *backup.Backups) {
	l.Helper()
	before := rows(l, l.db)
	l.must(b.Run(l.Context(), &vitrine.Job{Payload: []byte(`{"backup_id": 1}`)}))
	if diff := cmp.Diff(before, rows(l, l.db)); diff != "" {
		l.Errorf("the second run changed (-before +after):\n%s", diff)
	}
}

// TestEventTellsTheEnd, well or not, and once.
func TestEventTellsTheEnd(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, storetest.SQLite)
	l.back()
	l.must(os.WriteFile(filepath.Join(l.folder, "VITRINE-BACKUPS"), []byte("something else"), 0o600))
	if failed := l.back(); failed.Status != vitrine.BackupFailed || !strings.Contains(failed.Error.Message(), "choose another") {
		t.Errorf("got %+v", failed)
	}
	events, err := l.db.Events(t.Context(), 0, 10)
	l.must(err)
	var told []string
	for _, e := range events {
		if e.Type == vitrine.SystemBackedUp {
			told = append(told, string(e.Data))
		}
	}
	if len(told) != 2 || !strings.Contains(told[0], `"status":"completed"`) || !strings.Contains(told[1], `"status":"failed"`) ||
		strings.Contains(told[0], l.folder) {
		t.Errorf("the events tell %s", told)
	}
}

// TestFolderOfOthers: nothing is written among other files.
func TestFolderOfOthers(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, storetest.SQLite)
	l.folder = l.dir
	before := filesIn(t, l.dir)
	if got := l.back(); got.Status != vitrine.BackupFailed || !strings.Contains(got.Error.Message(), "neither empty nor a folder of backups") {
		t.Errorf("got %+v", got)
	}
	if diff := cmp.Diff(before, filesIn(t, l.dir)); diff != "" {
		t.Error(diff)
	}
}

// TestLostFiles: a library that has lost a file is backed up all the same, and
// said to be incomplete.
func TestLostFiles(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, storetest.SQLite)
	l.fill(2)
	lost := blobKeys(t, l, "originals/")[0]
	damaged := blobKeys(t, l, "derived/")[0]
	l.must(os.Remove(filepath.Join(l.dir, lost)))
	path := filepath.Join(l.dir, damaged)
	whole, err := os.ReadFile(path)
	l.must(err)
	l.must(os.WriteFile(path, flip(whole, 3), 0o600))

	report, err := backup.CompareLibrary(t.Context(), l.db, l.blobs)
	if err != nil || len(report.Problems) != 1 || report.Problems[0] != lost+" is missing" {
		t.Errorf("compared: %+v, %v", report, err)
	}
	report, err = backup.VerifyLibrary(t.Context(), l.db, l.blobs, silent)
	if err != nil || len(report.Problems) != 2 || !strings.Contains(report.Problems[1], damaged) {
		t.Errorf("verified: %+v, %v", report, err)
	}
	if got := l.back(); got.Status != vitrine.BackupFailed || !strings.Contains(got.Error.Message(), "2 files of the library") {
		t.Errorf("got %+v", got)
	}
	if report := l.verify(); len(report.Problems) > 0 || len(report.Notes) != 2 {
		t.Errorf("the backup: %+v", report)
	}
	p := place{dir: t.TempDir()}
	p.url = filepath.Join(p.dir, "vitrine.db")
	restored, err := backup.Restore(t.Context(), l.folder, "", p.target(t, l.Now), silent)
	if err != nil || len(restored.Missing) != 2 {
		t.Errorf("restored %+v, %v", restored, err)
	}
}

func blobKeys(t testing.TB, l *library, prefix string) []string {
	t.Helper()
	var keys []string
	err := l.db.StoredFiles(t.Context(), func(f store.StoredFile) error {
		if strings.HasPrefix(f.Key, prefix) {
			keys = append(keys, f.Key)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// TestRestoreQuietsWebhooks: a copy tells nobody of what is done to it, unless it
// is to take the library's place.
func TestRestoreQuietsWebhooks(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, open storetest.Open) {
		l := newLibrary(t, open)
		for _, active := range []bool{true, false, true} {
			l.update(func(tx *store.Tx) error {
				hook := &vitrine.Webhook{URL: "https://example.com", Events: []vitrine.EventType{vitrine.PhotoCreated}, IsActive: active}
				return tx.InsertWebhook(t.Context(), hook, func(w *vitrine.Webhook) { w.SealedSecret = []byte("sealed") })
			})
		}
		l.back()
		for keep, want := range map[bool][]bool{false: {false, false, false}, true: {true, false, true}} {
			p := place{dir: t.TempDir()}
			p.url = filepath.Join(p.dir, "vitrine.db")
			to := p.target(t, l.Now)
			to.KeepWebhooks = keep
			restored, err := backup.Restore(t.Context(), l.folder, "", to, silent)
			if err != nil {
				t.Fatal(err)
			}
			hooks, _, err := p.open(t, l.Now).Webhooks(t.Context(), vitrine.Page{Number: 1, Limit: 10})
			if err != nil {
				t.Fatal(err)
			}
			var got []bool
			for _, hook := range hooks {
				got = append(got, hook.IsActive)
			}
			if diff := cmp.Diff(want, got); diff != "" || (restored.Quieted == 2) == keep {
				t.Errorf("kept: %v, %d quieted (-want +got):\n%s", keep, restored.Quieted, diff)
			}
		}
	})
}

func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, open storetest.Open) {
		l := newLibrary(t, open)
		l.fill(1)
		made := l.back()
		p := place{dir: t.TempDir()}
		p.url = filepath.Join(p.dir, "vitrine.db")
		if l.db.Engine() == "postgres" {
			p.url = testservers.NewDatabase(t)
		}
		_, err := backup.Restore(t.Context(), l.folder, "other", p.target(t, l.Now), silent)
		if err == nil || !strings.Contains(err.Error(), made.Name) {
			t.Errorf("another name: %v", err)
		}
		if _, err := backup.Restore(t.Context(), t.TempDir(), "", p.target(t, l.Now), silent); err == nil {
			t.Error("a folder without backups was restored")
		}
		_, err = backup.Restore(t.Context(), l.folder, "", p.target(t, l.Now), silent)
		l.must(err)
		l.must(os.Remove(filepath.Join(p.dir, "secret.key")))
		if _, err := backup.Restore(t.Context(), l.folder, "", p.target(t, l.Now), silent); !errors.Is(err, store.ErrNotEmpty) {
			t.Errorf("into a library: %v", err)
		}
	})
}

// kinds returns a file of each kind that is in a folder.
func kinds(folder map[string][]byte) map[string]string {
	kinds := map[string]string{}
	for name := range folder {
		parts := strings.Split(name, "/")
		switch {
		case parts[0] != "backups":
			kinds[parts[0]] = name
		case parts[2] != "tables", parts[3] == "photos.ndjson.gz":
			kinds[parts[2]] = name
		}
	}
	return kinds
}

// TestDamageIsFound: whatever is done to whichever kind of file, verify names the
// file, and restore brings nothing back.
func TestDamageIsFound(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, storetest.SQLite)
	l.fill(1)
	l.back()
	whole := filesIn(t, l.folder)
	for kind, name := range kinds(whole) {
		path := filepath.Join(l.folder, name)
		for what, damage := range map[string]func() error{
			"flipped first byte": func() error { return os.WriteFile(path, flip(whole[name], 0), 0o600) },
			"flipped last byte":  func() error { return os.WriteFile(path, flip(whole[name], len(whole[name])-1), 0o600) },
			"truncated":          func() error { return os.Truncate(path, int64(len(whole[name])-1)) },
			"byte added": func() error {
				return os.WriteFile(path, append(slices.Clip(whole[name]), 'x'), 0o600)
			},
			"missing": func() error { return os.Remove(path) },
		} {
			l.must(damage())
			l.checkFound(t, kind+" "+what, name)
			l.must(os.WriteFile(path, whole[name], 0o600))
		}
	}
	for _, name := range []string{"extra", "Extra.txt", "originals/ab/abcd", "backups/" + l.only(t) + "/more", "backups/stray"} {
		path := filepath.Join(l.folder, name)
		l.must(os.MkdirAll(filepath.Dir(path), 0o700))
		l.must(os.WriteFile(path, []byte("added"), 0o600))
		if report := l.verify(); !strings.Contains(fmt.Sprint(report.Problems, report.Notes), name) {
			t.Errorf("%s was added and not found: %+v", name, report)
		}
		l.must(os.Remove(path))
	}
	if report := l.verify(); len(report.Problems)+len(report.Notes) > 0 {
		t.Errorf("mended: %+v", report)
	}
}

// only returns the name of the only backup.
func (l *library) only(t *testing.T) string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(l.folder, "backups"))
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	return entries[0].Name()
}

func (l *library) checkFound(t *testing.T, what, name string) {
	t.Helper()
	report, err := backup.VerifyFolder(t.Context(), l.folder, l.Now, silent)
	found := fmt.Sprint(err)
	if err == nil {
		found = strings.Join(append(report.Problems, report.Notes...), "\n")
	}
	if !strings.Contains(found, name) && !strings.Contains(found, filepath.Dir(name)+"/") {
		t.Errorf("%s: %s was not found: %s", what, name, found)
	}
	if name == "VITRINE-BACKUPS" {
		return // restores all the same
	}
	p := place{dir: t.TempDir()}
	p.url = filepath.Join(p.dir, "vitrine.db")
	if _, err := backup.Restore(t.Context(), l.folder, "", p.target(t, l.Now), silent); err == nil {
		t.Errorf("%s: %s was restored", what, name)
	}
	l.checkNoRows(t, p)
}

// checkNoRows: restoring that failed has left no rows.
func (l *library) checkNoRows(t *testing.T, p place) {
	t.Helper()
	db, err := store.OpenToRead(store.Config{URL: p.url, Now: l.Now, Log: discard})
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	l.must(err)
	defer db.Close()
	if users, err := db.CountUsers(t.Context()); err != nil || users > 0 {
		t.Errorf("%d users are left, %v", users, err)
	}
}
