package ingest_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"image"
	_ "image/jpeg"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

func steps(exif, thumbnails, optimization vitrine.StepStatus) []vitrine.Step {
	return []vitrine.Step{
		{Name: vitrine.StepUploaded, Status: vitrine.StepCompleted},
		{Name: vitrine.StepEXIF, Status: exif},
		{Name: vitrine.StepThumbnails, Status: thumbnails},
		{Name: vitrine.StepOptimization, Status: optimization},
	}
}

var allCompleted = steps(vitrine.StepCompleted, vitrine.StepCompleted, vitrine.StepCompleted)

type dimensions struct{ Width, Height int }

func TestDerive(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		file func(testing.TB, image.Image) []byte
		size dimensions
		want map[vitrine.RenditionName]dimensions
	}{
		"a JPEG larger than all": {jpegFile, dimensions{3000, 2000}, map[vitrine.RenditionName]dimensions{
			vitrine.ThumbSmall: {320, 213}, vitrine.ThumbMedium: {640, 427}, vitrine.ThumbLarge: {1024, 683},
			vitrine.Display: {2048, 1365}, vitrine.WebP: {2048, 1365}, vitrine.JPEG: {2560, 1707},
		}},
		"an upright PNG of middle size": {pngFile, dimensions{500, 900}, map[vitrine.RenditionName]dimensions{
			vitrine.ThumbSmall: {178, 320}, vitrine.ThumbMedium: {356, 640}, vitrine.ThumbLarge: {500, 900},
			vitrine.Display: {500, 900}, vitrine.WebP: {500, 900}, vitrine.JPEG: {500, 900},
		}},
		"a tiny GIF": {gifFile, dimensions{20, 10}, map[vitrine.RenditionName]dimensions{
			vitrine.ThumbSmall: {20, 10}, vitrine.ThumbMedium: {20, 10}, vitrine.ThumbLarge: {20, 10},
			vitrine.Display: {20, 10}, vitrine.WebP: {20, 10}, vitrine.JPEG: {20, 10},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			u := b.send("x", test.file(t, picture(test.size.Width, test.size.Height, 7)))
			photo := b.photo(u.ID)
			u = b.finish(u.ID)
			b.checkCompleted(u)
			got := map[vitrine.RenditionName]dimensions{}
			for name, r := range b.renditions(u.ID) {
				got[name] = dimensions{r.Width, r.Height}
				b.checkRendition(r)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("sizes (-want +got):\n%s", diff)
			}
			if p := u.Picture; p.Width != test.size.Width || p.Height != test.size.Height || len(p.Thumbhash) == 0 || len(p.DominantColor) != 7 {
				t.Errorf("picture = %+v", p)
			}
			b.checkAnnounced(photo, 1)
		})
	}
}

// checkCompleted checks what holds of every upload that is done.
func (b *bench) checkCompleted(u *vitrine.Upload) {
	b.t.Helper()
	if u.Status != vitrine.UploadCompleted || u.Progress != 100 || u.Error != "" || !u.EXIFExtracted {
		b.t.Errorf("upload is %s at %d %%, EXIF %v, error %q", u.Status, u.Progress, u.EXIFExtracted, u.Error)
	}
	if diff := cmp.Diff(allCompleted, u.Steps); diff != "" {
		b.t.Errorf("steps (-want +got):\n%s", diff)
	}
	if counts, err := b.db.Jobs(b.t.Context()); err != nil || counts[vitrine.JobReady]+counts[vitrine.JobRunning] != 0 {
		b.t.Errorf("jobs left: %v, %v", counts, err)
	}
	for _, file := range b.files() {
		if !strings.HasPrefix(file, "originals/") && !strings.HasPrefix(file, "derived/") {
			b.t.Errorf("staged file left: %s", file)
		}
	}
}

// checkRendition checks that the file of a rendition is what its row says.
func (b *bench) checkRendition(r vitrine.Rendition) {
	b.t.Helper()
	data := b.read("derived/" + r.Key[:2] + "/" + r.Key)
	sum := sha256.Sum256(data)
	if hex.EncodeToString(sum[:]) != r.Key || int64(len(data)) != r.Size {
		b.t.Errorf("%s: the file is not what its name says", r.Name)
	}
	if r.MIMEType == "image/webp" {
		if r.Name != vitrine.WebP || !bytes.HasPrefix(data[8:], []byte("WEBP")) {
			b.t.Errorf("%s is WebP by its row", r.Name)
		}
		return
	}
	config, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil || format != "jpeg" || config.Width != r.Width || config.Height != r.Height {
		b.t.Errorf("%s is %s of %dx%d (%v), its row says %s of %dx%d",
			r.Name, format, config.Width, config.Height, err, r.MIMEType, r.Width, r.Height)
	}
}

// checkAnnounced checks that the photo is visible and how often it was announced.
func (b *bench) checkAnnounced(photo int64, times int) {
	b.t.Helper()
	if _, err := b.db.Photo(b.t.Context(), photo, vitrine.AudiencePublic); err != nil {
		b.t.Errorf("the photo is not public: %v", err)
	}
	events, err := b.db.Events(b.t.Context(), 0, 100)
	must(b.t, err)
	updates := 0
	for _, e := range events {
		if e.Type == vitrine.PhotoUpdated && e.Subject == photo {
			updates++
		}
	}
	if updates != times {
		b.t.Errorf("photo.updated was emitted %d times, want %d", updates, times)
	}
}

func TestDerivePhotographs(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for name, wantCamera := range map[string]string{
		"exif/jpg_Canon_40D.jpg":                      "Canon EOS 40D",
		"exif/metadata_gps-position_empty_gps.jpg":    "",
		"formats/formats_webp_denali.webp":            "",
		"formats/formats_avif_8bit-sRGB.avif":         "",
		"formats/heic_mobile_iphone_13_pro_max.HEIC":  "Apple iPhone 13 Pro Max",
		"colour/t_cmyk_noprofile.jpg":                 "",
		"colour/t16_AdobeRGB1998.png":                 "",
		"orientation/jpg_orientation_landscape_6.jpg": "",
	} {
		u := b.send(filepath.Base(name), testPhoto(t, name))
		u = b.finish(u.ID)
		b.checkCompleted(u)
		if n := len(b.renditions(u.ID)); n != len(vitrine.RenditionNames()) {
			t.Errorf("%s: %d renditions", name, n)
		}
		if wantCamera != "" && (u.Details.EXIF.Camera == nil || *u.Details.EXIF.Camera != wantCamera) {
			t.Errorf("%s: camera %v, want %s", name, u.Details.EXIF.Camera, wantCamera)
		}
	}
}

// TestDeriveFails feeds what no decoder can or may read. Each must fail its own
// upload only, with a reason, and leave nothing.
func TestDeriveFails(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	whole := jpegFile(t, picture(800, 600, 8))
	files := map[string][]byte{
		"cut short":  whole[:len(whole)/2],
		"only a tag": []byte("\xff\xd8\xff\xe0"),
		"noise":      append([]byte("\x89PNG\r\n\x1a\n"), bytes.Repeat([]byte{0xa5, 0x5a, 3}, 900)...),
	}
	if os.Getenv("VITRINE_TEST_PHOTOS") != "" {
		for _, name := range []string{"base-65000.jpg", "bomb-1200mp.tif", "bomb-16000.webp", "bomb-30000.png", "prog-65000x65000.jpg"} {
			files[name] = testPhoto(t, "hostile/"+name)
		}
	}
	for name, data := range files {
		u := b.send(name, data)
		u = b.finish(u.ID)
		if u.Status != vitrine.UploadFailed || u.Error == "" || strings.Contains(u.Error.Message(), b.dir) {
			t.Errorf("%s: %s with error %q", name, u.Status, u.Error)
		}
		if diff := cmp.Diff(vitrine.StepFailed, stepStatus(u)); diff != "" {
			t.Errorf("%s: no step failed: %v", name, u.Steps)
		}
		if set := b.renditions(u.ID); len(set) > 0 {
			t.Errorf("%s: %d renditions of a picture that failed", name, len(set))
		}
	}
	for _, file := range b.files() {
		if !strings.HasPrefix(file, "originals/") {
			t.Errorf("left behind: %s", file)
		}
	}
	good := b.send("good.jpg", whole)
	b.checkCompleted(b.finish(good.ID))
}

// stepStatus returns the status of the step that an upload stopped at.
func stepStatus(u *vitrine.Upload) vitrine.StepStatus {
	for _, s := range u.Steps {
		if s.Name == u.CurrentStep() {
			return s.Status
		}
	}
	return ""
}

// TestDeriveWithoutThumbnails has the metadata read at once and the pictures
// made when asked for.
func TestDeriveWithoutThumbnails(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.settings.Upload.GenerateThumbnails = false
	u := b.send("x.jpg", jpegFile(t, picture(900, 600, 9)))
	u = b.finish(u.ID)
	if diff := cmp.Diff(steps(vitrine.StepCompleted, vitrine.StepSkipped, vitrine.StepSkipped), u.Steps); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
	if u.Status != vitrine.UploadCompleted || !u.EXIFExtracted || u.Picture.Width != 900 || len(b.renditions(u.ID)) != 0 {
		t.Errorf("upload = %+v", u)
	}
	_, err := b.Reprocess(t.Context(), b.editor, u.ID, nil, false)
	must(t, err)
	b.checkCompleted(b.finish(u.ID))
	if n := len(b.renditions(u.ID)); n != len(vitrine.RenditionNames()) {
		t.Errorf("%d renditions after reprocessing", n)
	}
}

// TestDeriveReusesWhatIsThere derives the second upload of the same bytes with
// decoders that are closed.
func TestDeriveReusesWhatIsThere(t *testing.T) { onBothEngines(t, testDeriveReusesWhatIsThere) }

func testDeriveReusesWhatIsThere(t *testing.T, b *bench) {
	data := jpegFile(t, picture(700, 500, 10))
	first := b.finish(b.send("a.jpg", data).ID)
	closed := b.decoders("")
	must(t, closed.Close())
	b.Ingest = b.with(b.blobs, closed)
	again := b.finish(b.send("b.jpg", data).ID)
	b.checkCompleted(again)
	if diff := cmp.Diff(b.renditions(first.ID), b.renditions(again.ID)); diff != "" {
		t.Errorf("renditions (-first +second):\n%s", diff)
	}
	if diff := cmp.Diff(first.Picture, again.Picture); diff != "" {
		t.Errorf("picture (-first +second):\n%s", diff)
	}
	if diff := cmp.Diff(first.Details, again.Details); diff != "" {
		t.Errorf("details (-first +second):\n%s", diff)
	}

	b.settings.Image.QualityJPG = 50
	third := b.send("c.jpg", data)
	if failures := b.work(); len(failures) != 1 {
		t.Errorf("with other settings: %d failures, want the closed decoders to be asked", len(failures))
	}
	if u := b.upload(third.ID); u.Status != vitrine.UploadProcessing {
		t.Errorf("third upload is %s", u.Status)
	}
}

// TestDeriveRetriesWhatIsNotThePicturesFault works with a library that is none.
func TestDeriveRetriesWhatIsNotThePicturesFault(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	bogus := filepath.Join(t.TempDir(), "libvips.so.42")
	must(t, os.WriteFile(bogus, []byte("not a library"), 0o600))
	b.Ingest = b.with(b.blobs, b.decoders(bogus))
	u := b.send("x.jpg", jpegFile(t, picture(64, 64, 0)))
	attempts := 0
	for ; b.upload(u.ID).Status != vitrine.UploadFailed && attempts < 100; attempts++ {
		b.work()
		b.clock.advance(time.Hour)
	}
	if attempts < 3 {
		t.Errorf("given up after %d attempts", attempts)
	}
	if u := b.upload(u.ID); !strings.Contains(u.Error.Message(), "libvips") {
		t.Errorf("error = %q, want one that names what is missing", u.Error)
	}
	b.Ingest = b.over(b.blobs)
	_, err := b.Reprocess(t.Context(), b.editor, u.ID, nil, false)
	must(t, err)
	b.checkCompleted(b.finish(u.ID))
}

// TestDeriveIsGivenUp takes the original away while its upload waits: the work
// ends with words, and is done once the original is back.
func TestDeriveIsGivenUp(t *testing.T) { onBothEngines(t, testDeriveIsGivenUp) }

func testDeriveIsGivenUp(t *testing.T, b *bench) {
	u := b.send("x.jpg", jpegFile(t, picture(64, 64, 0)))
	path := filepath.Join(b.dir, "originals", u.SHA256[:2], u.SHA256)
	must(t, os.Rename(path, path+".away"))
	failed := b.serveUntil(u.ID, vitrine.UploadFailed)
	if stepStatus(failed) != vitrine.StepFailed || !strings.Contains(failed.Error.Message(), "could not be made") || strings.Contains(failed.Error.Message(), b.dir) {
		t.Errorf("the upload is told of as %q, %v", failed.Error, failed.Steps)
	}
	must(t, os.Rename(path+".away", path))
	_, err := b.Reprocess(t.Context(), b.editor, u.ID, nil, false)
	must(t, err)
	b.checkCompleted(b.serveUntil(u.ID, vitrine.UploadCompleted))
}

// TestAbandon gives jobs up that never got as far as to their picture.
func TestAbandon(t *testing.T) { onBothEngines(t, testAbandon) }

func testAbandon(t *testing.T, b *bench) {
	abandon := func(job *vitrine.Job) {
		b.update(func(tx *store.Tx) error {
			return b.Abandon(t.Context(), tx, job, errors.New("panic: secret"))
		})
	}
	claim := func() *vitrine.Job {
		job, err := b.db.ClaimJob(t.Context(), []vitrine.JobKind{vitrine.JobDerive}, time.Minute)
		must(t, err)
		return job
	}
	u := b.send("x.jpg", jpegFile(t, picture(64, 64, 0)))
	stuck := claim()
	abandon(stuck)
	got := b.upload(u.ID)
	if got.Status != vitrine.UploadFailed || stepStatus(got) != vitrine.StepFailed || got.Error == "" || strings.Contains(got.Error.Message(), "secret") {
		t.Errorf("the upload is %s, %q, %v", got.Status, got.Error, got.Steps)
	}
	b.update(func(tx *store.Tx) error { _, err := tx.BuryJob(t.Context(), stuck, errors.New("panic")); return err })
	b.settings.Image.AVIFEnabled = true
	_, err := b.Reprocess(t.Context(), b.editor, u.ID, nil, false)
	must(t, err)
	must(t, b.Derive(t.Context(), claim()))
	abandon(claim()) // the making of the AVIF
	if got := b.upload(u.ID); got.Status != vitrine.UploadCompleted {
		t.Errorf("without its AVIF the upload is %s", got.Status)
	}
	gone := b.send("y.jpg", jpegFile(t, picture(64, 64, 1)))
	job := claim()
	must(t, b.Delete(t.Context(), b.editor, gone.ID))
	abandon(job)
	abandon(&vitrine.Job{Payload: []byte("no order")})
}

// TestDeriveOfADeletedUpload runs a job whose upload is gone.
func TestDeriveOfADeletedUpload(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	u := b.send("x.jpg", jpegFile(t, picture(64, 64, 0)))
	must(t, b.Delete(t.Context(), b.editor, u.ID))
	if failures := b.work(); len(failures) > 0 {
		t.Errorf("failures: %v", failures)
	}
	if counts, err := b.db.Jobs(t.Context()); err != nil || counts[vitrine.JobReady]+counts[vitrine.JobRunning]+counts[vitrine.JobDead] != 0 {
		t.Errorf("jobs left: %v, %v", counts, err)
	}
}

// TestDeriveOnceOfTwoWorkers lets a worker that lost its lease finish late.
func TestDeriveOnceOfTwoWorkers(t *testing.T) { onBothEngines(t, testDeriveOnceOfTwoWorkers) }

func testDeriveOnceOfTwoWorkers(t *testing.T, b *bench) {
	u := b.send("x.jpg", jpegFile(t, picture(64, 64, 0)))
	photo := b.photo(u.ID)
	late, err := b.db.ClaimJob(t.Context(), []vitrine.JobKind{vitrine.JobDerive}, time.Second)
	must(t, err)
	b.clock.advance(time.Minute)
	must(t, b.db.ReviveAbandoned(t.Context()))
	b.finish(u.ID)
	must(t, b.Derive(t.Context(), late))
	b.checkAnnounced(photo, 1)
}

func TestAVIFIsMadeLater(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.settings.Image.AVIFEnabled = true
	u := b.send("x.jpg", jpegFile(t, picture(300, 200, 11)))
	job, err := b.db.ClaimJob(t.Context(), []vitrine.JobKind{vitrine.JobDerive}, time.Minute)
	must(t, err)
	must(t, b.Derive(t.Context(), job))
	if _, made := b.renditions(u.ID)[vitrine.AVIF]; made || b.upload(u.ID).Status != vitrine.UploadCompleted {
		t.Error("the upload waited for its AVIF")
	}
	b.checkCompleted(b.finish(u.ID))
	set := b.renditions(u.ID)
	if set[vitrine.AVIF].MIMEType != "image/avif" || len(set) != len(vitrine.RenditionNames())+1 {
		t.Errorf("renditions = %v", set)
	}
}

// TestPhotoTakesDetails lets a photo take what it awaits from its picture.
func TestPhotoTakesDetails(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	u := b.send("canon.jpg", testPhoto(t, "exif/jpg_Canon_40D.jpg"))
	id := b.photo(u.ID)
	b.finish(u.ID)
	p, err := b.db.Photo(t.Context(), id, vitrine.AudienceEditor)
	must(t, err)
	if p.EXIF.Camera == nil || *p.EXIF.Camera != "Canon EOS 40D" || p.TakenAt == nil {
		t.Errorf("photo took camera %v, taken_at %v", p.EXIF.Camera, p.TakenAt)
	}
}

// TestWatermark compares renditions made with and without it.
func TestWatermark(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	u := b.finish(b.send("x.jpg", jpegFile(t, picture(1200, 800, 12))).ID)
	before := b.renditions(u.ID)
	b.settings.Image.WatermarkEnabled = true
	b.settings.General.SiteAuthor = "Ansel"
	_, err := b.Reprocess(t.Context(), b.editor, u.ID, nil, false)
	must(t, err)
	b.finish(u.ID)
	for name, r := range b.renditions(u.ID) {
		marked := name == vitrine.Display || name == vitrine.WebP || name == vitrine.JPEG
		if (r.Key != before[name].Key) != marked || strings.Contains(r.Recipe, "Ansel") != marked {
			t.Errorf("%s: watermark expected %v; recipe %s", name, marked, r.Recipe)
		}
	}
}

// BenchmarkIngest takes a photograph from its arrival to the last rendition.
func BenchmarkIngest(b *testing.B) {
	bench := newBench(b)
	data := testPhoto(b, "large/kleiber-20mp-baseline.jpg")
	for n := 0; b.Loop(); n++ {
		u := bench.send("kleiber.jpg", append(slices.Clip(data), byte(n), byte(n>>8)))
		if u = bench.finish(u.ID); u.Status != vitrine.UploadCompleted {
			b.Fatal(u.Error)
		}
	}
}
