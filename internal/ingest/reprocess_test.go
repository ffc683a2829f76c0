package ingest_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
)

func TestReprocess(t *testing.T) { onBothEngines(t, testReprocess) }

func testReprocess(t *testing.T, b *bench) {
	u := b.finish(b.send("x.jpg", jpegFile(t, picture(1500, 1000, 13))).ID)
	photo := b.photo(u.ID)
	first := b.renditions(u.ID)

	// Without a reason nothing is made again.
	b.reprocess(u.ID, nil, false)
	if diff := cmp.Diff(first, b.renditions(u.ID)); diff != "" {
		t.Errorf("reprocessed without a reason (-before +after):\n%s", diff)
	}
	// The same settings give the same bytes.
	b.reprocess(u.ID, nil, true)
	if diff := cmp.Diff(first, b.renditions(u.ID)); diff != "" {
		t.Errorf("reprocessed by force (-before +after):\n%s", diff)
	}
	// Another setting remakes what depends on it, if it is asked for.
	b.settings.Image.QualityWebP = 40
	b.settings.Display.ThumbnailSize = 500
	b.reprocess(u.ID, []string{"webp", "thumb_small"}, false)
	second := b.renditions(u.ID)
	for name := range first {
		if changed := first[name] != second[name]; changed != (name == vitrine.WebP) {
			t.Errorf("%s changed: %v", name, changed)
		}
	}
	b.reprocess(u.ID, nil, false)
	if r := b.renditions(u.ID)[vitrine.ThumbMedium]; r.Width != 500 {
		t.Errorf("thumb_medium is %d wide, want 500", r.Width)
	}
	for _, r := range b.renditions(u.ID) {
		b.checkRendition(r)
	}
	b.checkAnnounced(photo, 3) // all but the first, which changed nothing
}

func (b *bench) reprocess(id string, formats []string, force bool) {
	b.t.Helper()
	status, err := b.Reprocess(b.t.Context(), b.editor, id, formats, force)
	must(b.t, err)
	if status.Status != vitrine.UploadProcessing || status.RemainingSeconds < 1 || status.Progress >= 100 {
		b.t.Errorf("status after Reprocess = %s, %d s, %d %%", status.Status, status.RemainingSeconds, status.Progress)
	}
	if u := b.finish(id); u.Status != vitrine.UploadCompleted {
		b.t.Errorf("reprocessed upload is %s: %s", u.Status, u.Error)
	}
}

func TestReprocessRefuses(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	u := b.send("x.jpg", jpegFile(t, picture(64, 64, 0)))
	visitor := b.user("visitor", vitrine.RoleUser)
	for _, test := range []struct {
		name    string
		actor   vitrine.Actor
		id      string
		formats []string
		want    vitrine.Code
	}{
		{"nobody", vitrine.Actor{}, u.ID, nil, vitrine.CodeUnauthenticated},
		{"a visitor", visitor, u.ID, nil, vitrine.CodeForbidden},
		{"an unknown format", b.editor, u.ID, []string{"thumb_small", "original"}, vitrine.CodeValidation},
		{"an unknown upload", b.editor, "nothing", nil, vitrine.CodeNotFound},
		{"an upload that is waiting", b.editor, u.ID, nil, vitrine.CodeConflict},
	} {
		if _, err := b.Reprocess(t.Context(), test.actor, test.id, test.formats, false); vitrine.ErrorCode(err) != test.want {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
}

// TestFailedReprocessKeepsTheOldSet damages the original of a finished upload.
func TestFailedReprocessKeepsTheOldSet(t *testing.T) {
	onBothEngines(t, testFailedReprocessKeepsTheOldSet)
}

func testFailedReprocessKeepsTheOldSet(t *testing.T, b *bench) {
	u := b.finish(b.send("x.jpg", jpegFile(t, picture(640, 480, 14))).ID)
	photo := b.photo(u.ID)
	first := b.renditions(u.ID)
	b.damage(u)
	_, err := b.Reprocess(t.Context(), b.editor, u.ID, nil, true)
	must(t, err)
	if u := b.finish(u.ID); u.Status != vitrine.UploadFailed || u.Error == "" {
		t.Errorf("upload is %s, error %q", u.Status, u.Error)
	}
	if diff := cmp.Diff(first, b.renditions(u.ID)); diff != "" {
		t.Errorf("renditions (-before +after):\n%s", diff)
	}
	if p, err := b.db.Photo(t.Context(), photo, vitrine.AudiencePublic); err != nil || len(p.Renditions) != len(first) {
		t.Errorf("the photo is not shown any more: %v", err)
	}
}

func TestDelete(t *testing.T) { onBothEngines(t, testDelete) }

func testDelete(t *testing.T, b *bench) {
	u := b.finish(b.send("x.jpg", jpegFile(t, picture(64, 64, 0))).ID)
	used := b.finish(b.send("y.jpg", jpegFile(t, picture(64, 64, 1))).ID)
	b.photo(used.ID)
	for _, test := range []struct {
		name  string
		actor vitrine.Actor
		id    string
		want  vitrine.Code
	}{
		{"nobody", vitrine.Actor{}, u.ID, vitrine.CodeUnauthenticated},
		{"a visitor", b.user("visitor", vitrine.RoleUser), u.ID, vitrine.CodeForbidden},
		{"another editor", b.user("edward", vitrine.RoleEditor), u.ID, vitrine.CodeForbidden},
		{"one that a photo uses", b.editor, used.ID, vitrine.CodeConflict},
		{"one's own", b.editor, u.ID, ""},
		{"what is gone", b.editor, u.ID, vitrine.CodeNotFound},
	} {
		if err := b.Delete(t.Context(), test.actor, test.id); vitrine.ErrorCode(err) != test.want {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
	theirs := b.send("z.jpg", jpegFile(t, picture(64, 64, 2)))
	must(t, b.Delete(t.Context(), b.user("admin", vitrine.RoleAdmin), theirs.ID))
}

func TestStatus(t *testing.T) { onBothEngines(t, testStatus) }

func testStatus(t *testing.T, b *bench) {
	u := b.send("x.jpg", jpegFile(t, picture(1000, 800, 15)))
	b.send("y.jpg", jpegFile(t, picture(1000, 800, 16)))
	waiting, err := b.Status(t.Context(), b.editor, u.ID)
	must(t, err)
	if waiting.Status != vitrine.UploadUploaded || waiting.RemainingSeconds < 1 || waiting.CurrentStep() != vitrine.StepEXIF {
		t.Errorf("waiting: %s, %d s, step %s", waiting.Status, waiting.RemainingSeconds, waiting.CurrentStep())
	}
	b.finish(u.ID)
	done, err := b.Status(t.Context(), b.editor, u.ID)
	must(t, err)
	if done.Progress != 100 || done.RemainingSeconds != 0 {
		t.Errorf("done: %d %%, %d s", done.Progress, done.RemainingSeconds)
	}
	for name, test := range map[string]struct {
		actor vitrine.Actor
		id    string
		want  vitrine.Code
	}{
		"nobody":          {vitrine.Actor{}, u.ID, vitrine.CodeUnauthenticated},
		"a visitor":       {b.user("visitor", vitrine.RoleUser), u.ID, vitrine.CodeForbidden},
		"another editor":  {b.user("edward", vitrine.RoleEditor), u.ID, ""},
		"an unknown file": {b.editor, "nothing", vitrine.CodeNotFound},
	} {
		if _, err := b.Status(t.Context(), test.actor, test.id); vitrine.ErrorCode(err) != test.want {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}

// TestEstimateLearns derives pictures on a clock by which each takes a minute.
func TestEstimateLearns(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	data := jpegFile(t, picture(64, 64, 0))
	for i := range 3 {
		u := b.send("x.jpg", append(data, byte(i)))
		b.clock.setHook(func() { b.clock.advance(5 * time.Second) })
		b.finish(u.ID)
		b.clock.setHook(nil)
	}
	u := b.send("x.jpg", append(data, 99))
	status, err := b.Status(t.Context(), b.editor, u.ID)
	must(t, err)
	if status.RemainingSeconds < 10 {
		t.Errorf("estimate = %d s, though each picture so far took longer", status.RemainingSeconds)
	}
}
