package webhook_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
	"github.com/vitrine-photos/vitrine/internal/webhook"
)

func TestOrder(t *testing.T) { onBothEngines(t, testOrder) }

func testOrder(b *bench) {
	r := newReceiver(b.T, status(http.StatusNoContent))
	hook := b.subscribe(r.URL)
	b.emit(1, 2, 3)
	b.update(func(tx *store.Tx) error { return tx.Emit(b.Context(), vitrine.UserLogin, 9, struct{}{}) })
	b.work()
	messages := b.want("in order", r, 1, 2, 3)
	if messages[0].header.Get("Webhook-Id") == messages[1].header.Get("Webhook-Id") {
		b.Error("two events have one id")
	}
	for _, d := range b.log(hook.ID) {
		if d.Status != vitrine.DeliveryDelivered || d.Attempts != 1 || d.NextAttemptAt != nil || *d.Last.ResponseStatus != 204 || d.Last.Error != "" {
			b.Errorf("logged as %+v", d)
		}
	}
	b.work()
	b.want("again", r)
}

// What is not committed is not sent.
func TestNothingIsSentOfWhatIsNotCommitted(t *testing.T) { onBothEngines(t, testRollback) }

func testRollback(b *bench) {
	r := newReceiver(b.T, status(http.StatusOK))
	hook := b.subscribe(r.URL)
	failure := errors.New("changed my mind")
	err := b.db.Update(b.Context(), func(tx *store.Tx) error {
		b.must(tx.Emit(b.Context(), vitrine.PhotoDeleted, 1, vitrine.DeletionEvent{ID: 1}))
		return failure
	})
	if !errors.Is(err, failure) {
		b.Fatal(err)
	}
	b.work()
	b.want("of a transaction that failed", r)
	if log := b.log(hook.ID); len(log) != 0 {
		b.Errorf("logged: %+v", log)
	}
}

// within reports whether a time is as far off as said, give or take a fifth.
func within(at *time.Time, from time.Time, want time.Duration) bool {
	if at == nil {
		return false
	}
	wait := at.Sub(from.UTC().Truncate(time.Microsecond))
	return wait >= want*4/5 && wait <= want*6/5
}

func TestRetries(t *testing.T) { onBothEngines(t, testRetries) }

func testRetries(b *bench) {
	r := newReceiver(b.T, status(http.StatusServiceUnavailable))
	hook := b.subscribe(r.URL)
	b.emit(1)
	id := ""
	schedule := []time.Duration{
		5 * time.Second, 30 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 24 * time.Hour,
	}
	for i, wait := range schedule {
		b.work()
		d := b.log(hook.ID)[0]
		if d.Status != vitrine.DeliveryWaiting || d.Attempts != i+1 || d.Last.Error.Message() != "answered 503" || !within(d.NextAttemptAt, b.clock.Now(), wait) {
			b.Fatalf("after the attempt %d: %+v", i+1, d)
		}
		b.clock.Advance(d.NextAttemptAt.Sub(b.clock.Now()) - time.Millisecond)
		message := b.want("at the attempt", r, 1)[0]
		if id == "" {
			id = message.header.Get("Webhook-Id")
		}
		if got := message.header.Get("Webhook-Id"); got != id {
			b.Errorf("the id was %s and is %s", id, got)
		}
		b.work()
		b.want("too early", r)
		b.clock.Advance(time.Millisecond)
	}
	b.work()
	b.want("at last", r, 1)
	d := b.log(hook.ID)[0]
	if d.Status != vitrine.DeliveryDead || d.Attempts != 9 || d.NextAttemptAt != nil {
		b.Errorf("after the last attempt: %+v", d)
	}
	b.clock.Advance(48 * time.Hour)
	b.work()
	b.want("when it was dead", r)

	r.set(status(http.StatusOK))
	d, err := b.Redeliver(b.Context(), b.root, hook.ID, d.ID)
	b.must(err)
	if d.Status != vitrine.DeliveryPending || d.NextAttemptAt == nil {
		b.Errorf("asked for again it is %+v", d)
	}
	b.work()
	if got := b.want("asked for again", r, 1)[0].header.Get("Webhook-Id"); got != id {
		b.Errorf("sent again as %s, before as %s", got, id)
	}
	if d := b.log(hook.ID)[0]; d.Status != vitrine.DeliveryDelivered || d.Attempts != 10 || d.NextAttemptAt != nil {
		b.Errorf("delivered at last: %+v", d)
	}
}

// Later events wait for one that fails, but not for long.
func TestOrderOfFailures(t *testing.T) { onBothEngines(t, testOrderOfFailures) }

func testOrderOfFailures(b *bench) {
	r := newReceiver(b.T, status(http.StatusBadGateway))
	hook := b.subscribe(r.URL)
	b.emit(1, 2, 3)
	b.work()
	b.want("at first", r, 1)
	b.clock.Advance(6 * time.Second)
	b.emit(4)
	b.work()
	b.want("at the second attempt", r, 1)
	r.set(status(http.StatusOK))
	b.clock.Advance(36 * time.Second)
	b.work()
	b.want("when it answers again", r, 1, 2, 3, 4)

	first := true
	r.set(func(w http.ResponseWriter, _ *http.Request) { // takes all but one
		if first {
			w.WriteHeader(http.StatusTeapot)
		}
		first = false
	})
	b.emit(5, 6)
	b.work()
	b.want("when one fails", r, 5)
	for range 2 {
		first = true
		b.clock.Advance(36 * time.Second)
		b.work()
	}
	b.want("when it failed three times", r, 5, 5, 6)
	b.emit(7)
	b.work()
	b.want("meanwhile", r, 7)
	b.clock.Advance(6 * time.Minute)
	b.work()
	b.want("at its time", r, 5)
	for _, d := range b.log(hook.ID) {
		if d.Status != vitrine.DeliveryDelivered {
			b.Errorf("left over: %+v", d)
		}
	}
}

func TestFailingForFiveDays(t *testing.T) { onBothEngines(t, testFailingForFiveDays) }

func testFailingForFiveDays(b *bench) {
	r := newReceiver(b.T, status(http.StatusInternalServerError))
	hook := b.subscribe(r.URL)
	began := b.clock.Now()
	for b.clock.Now().Sub(began) < 119*time.Hour {
		b.emit(1)
		b.work()
		if got := b.hook(hook.ID); !got.IsActive || got.FailingSince == nil || !got.FailingSince.Equal(began.UTC().Truncate(time.Microsecond)) {
			b.Fatalf("after %s: %+v", b.clock.Now().Sub(began), got)
		}
		b.clock.Advance(7 * time.Hour)
	}
	b.clock.Advance(time.Hour)
	b.work()
	off := b.hook(hook.ID)
	if off.IsActive || off.Version == hook.Version {
		b.Errorf("after five days it is %+v", off)
	}
	r.take()
	b.emit(2) // is for nobody
	b.clock.Advance(time.Hour)
	b.work()
	b.want("when it was off", r)

	left := 0
	for _, d := range b.log(hook.ID) {
		if d.NextAttemptAt != nil {
			left++
		}
	}
	r.set(status(http.StatusOK))
	if left == 0 {
		b.Fatal("nothing is left to be delivered")
	}
	first := b.log(hook.ID)[0]
	_, err := b.Redeliver(b.Context(), b.root, hook.ID, first.ID)
	b.must(err)
	b.work()
	b.want("by hand when it was off", r, 1)
	on, err := b.Update(b.Context(), b.root, hook.ID, vitrine.WebhookInput{IsActive: vitrine.Some(true)}, nil)
	b.must(err)
	if !on.IsActive || on.FailingSince != nil {
		b.Errorf("switched on it is %+v", on)
	}
	b.clock.Advance(24 * time.Hour)
	b.work()
	if got := len(r.take()); got < left-1 {
		b.Errorf("switched on it gets %d of %d", got, left)
	}
	if got := b.hook(hook.ID); got.FailingSince != nil {
		b.Errorf("fails since %s", got.FailingSince)
	}
}

// The official library verifies what is sent, with a secret that was made up,
// with one of the user's, and after it was changed.
func TestSignatures(t *testing.T) { onBothEngines(t, testSignatures) }

func testSignatures(b *bench) {
	r := newReceiver(b.T, status(http.StatusOK))
	hook := b.subscribe(r.URL)
	verify := func(secret vitrine.WebhookSecret, verifier *standardwebhooks.Webhook, err error) {
		b.Helper()
		b.must(err)
		b.clock.Advance(time.Hour) // the time of the attempt counts, not of the event
		b.emit(1)
		b.work()
		m := b.want("signed", r, 1)[0]
		if err := verifier.VerifyIgnoringTimestamp(m.body, m.header); err != nil {
			b.Errorf("the headers %v: %v", m.header, err)
		}
		if err := verifier.VerifyIgnoringTimestamp(append(m.body, ' '), m.header); err == nil {
			b.Error("another body is verified")
		}
		b.checkBody(secret, m.body)
	}
	made := hook.Secret
	verifier, err := standardwebhooks.NewWebhook(string(made))
	verify(made, verifier, err)
	rotated, err := b.RotateSecret(b.Context(), b.root, hook.ID)
	b.must(err)
	if rotated.Secret == made || rotated.Secret == "" {
		b.Errorf("the secret %q became %q", made, rotated.Secret)
	}
	verifier, err = standardwebhooks.NewWebhook(string(rotated.Secret))
	verify(rotated.Secret, verifier, err)
	own := vitrine.WebhookSecret("geheim – 秘密")
	_, err = b.Update(b.Context(), b.root, hook.ID, vitrine.WebhookInput{Secret: vitrine.Some(string(own))}, nil)
	b.must(err)
	verifier, err = standardwebhooks.NewWebhookRaw([]byte(own))
	verify(own, verifier, err)
}

// checkBody compares the signature in a body with that of the body in which it
// is empty.
func (b *bench) checkBody(secret vitrine.WebhookSecret, body []byte) {
	b.Helper()
	var m struct {
		Event     string
		Timestamp time.Time
		Data      json.RawMessage
		Signature string
	}
	b.must(json.Unmarshal(body, &m))
	if want := secret.SignBody([]byte(strings.Replace(string(body), m.Signature, "", 1))); m.Signature != want || len(want) != len("sha256=")+64 {
		b.Errorf("the body is signed %q, want %q", m.Signature, want)
	}
	if m.Event != "photo.deleted" || string(m.Data) != `{"id":1}` || !m.Timestamp.Equal(b.clock.Now().UTC().Truncate(time.Microsecond)) {
		b.Errorf("the body is %s", body)
	}
}

// A secret that cannot be read fails the delivery, and says what to do.
func TestLostKey(t *testing.T) { onBothEngines(t, testLostKey) }

func testLostKey(b *bench) {
	r := newReceiver(b.T, status(http.StatusOK))
	hook := b.subscribe(r.URL)
	b.emit(1)
	b.workWith(b.service(func(c *webhook.Config) { c.Key = bytes.Repeat([]byte{1}, 32) }))
	b.want("signed with nothing", r)
	if d := b.log(hook.ID)[0]; d.Status != vitrine.DeliveryWaiting || !strings.Contains(d.Last.Error.Message(), "rotate it") {
		b.Errorf("logged as %+v", d)
	}
}

func TestReceiversThatMisbehave(t *testing.T) { onBothEngines(t, testMisbehaving) }

func testMisbehaving(b *bench) {
	canary := newReceiver(b.T, status(http.StatusOK))
	r := newReceiver(b.T, nil)
	hook := b.subscribe(r.URL)
	send := func(answer http.HandlerFunc) *vitrine.Delivery {
		b.Helper()
		r.set(answer)
		d, err := b.Test(b.Context(), b.root, hook.ID)
		b.must(err)
		b.work()
		d, err = b.db.Delivery(b.Context(), hook.ID, d.ID)
		b.must(err)
		return d
	}
	d := send(func(w http.ResponseWriter, req *http.Request) {
		http.Redirect(w, req, canary.URL, http.StatusTemporaryRedirect)
	})
	if d.Status != vitrine.DeliveryDead || *d.Last.ResponseStatus != 307 || !strings.Contains(d.Last.Error.Message(), "redirects are not followed") {
		b.Errorf("a redirect is logged as %+v", d)
	}
	b.want("by whom the redirect named", canary)
	d = send(func(w http.ResponseWriter, req *http.Request) {
		for req.Context().Err() == nil {
			if _, err := w.Write([]byte(strings.Repeat("ä\x00\xff", 1000))); err != nil {
				return
			}
		}
	})
	if d.Status != vitrine.DeliveryDelivered || len(d.Last.ResponseBody) > 4096 || !strings.HasPrefix(d.Last.ResponseBody, "ääää") {
		b.Errorf("an answer without end is logged as %+v", d)
	}
	d = send(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	if d.Status != vitrine.DeliveryDead || d.Last.ResponseStatus != nil || d.Last.Error == "" || d.Attempts != 1 {
		b.Errorf("a broken connection is logged as %+v", d)
	}
	if got := b.hook(hook.ID); got.FailingSince != nil {
		b.Errorf("tests make it fail since %s", got.FailingSince)
	}
	if d.Last.RequestBody == "" || !strings.Contains(d.Last.RequestBody, `"event":"webhook.test"`) {
		b.Errorf("the test was sent as %q", d.Last.RequestBody)
	}
}

// A message is not sent to a private address, whatever its subscription says.
func TestPrivateReceivers(t *testing.T) { onBothEngines(t, testPrivateReceivers) }

func testPrivateReceivers(b *bench) {
	r := newReceiver(b.T, status(http.StatusOK))
	hook := b.subscribe(r.URL)
	b.emit(1)
	b.workWith(b.service(func(c *webhook.Config) { c.AllowPrivate = false }))
	b.want("in a private network", r)
	if d := b.log(hook.ID)[0]; d.Status != vitrine.DeliveryWaiting || !strings.Contains(d.Last.Error.Message(), "127.0.0.1 is not a public address") {
		b.Errorf("logged as %+v", d)
	}
}

func TestReceiverThatHangs(t *testing.T) { onBothEngines(t, testHanging) }

func testHanging(b *bench) {
	r := newReceiver(b.T, func(_ http.ResponseWriter, req *http.Request) { <-req.Context().Done() })
	hook := b.subscribe(r.URL)
	b.emit(1)
	b.workWith(b.service(func(c *webhook.Config) { c.Timeout = 50 * time.Millisecond }))
	if d := b.log(hook.ID)[0]; d.Status != vitrine.DeliveryWaiting || d.Last.ResponseStatus != nil || d.Last.Error.Message() != "did not answer within 50ms" {
		b.Errorf("logged as %+v", d)
	}
}

// One that hangs is given up when the process stops, and it is not the
// receiver's failure.
func TestInterruption(t *testing.T) { onBothEngines(t, testInterruption) }

func testInterruption(b *bench) {
	ctx, cancel := context.WithCancel(b.Context())
	r := newReceiver(b.T, func(_ http.ResponseWriter, req *http.Request) {
		cancel()
		<-req.Context().Done()
	})
	hook := b.subscribe(r.URL)
	b.emit(1)
	job, err := b.db.ClaimJob(b.Context(), []vitrine.JobKind{vitrine.JobDeliver}, time.Minute)
	b.must(err)
	if err := b.Deliver(ctx, job); !errors.Is(err, context.Canceled) {
		b.Errorf("interrupted it ends with %v", err)
	}
	if d := b.log(hook.ID)[0]; d.Status != vitrine.DeliveryPending || d.Attempts != 0 {
		b.Errorf("logged as %+v", d)
	}
}

// Jobs that are gone are found missing, and what is old goes.
func TestSweep(t *testing.T) { onBothEngines(t, testSweep) }

func testSweep(b *bench) {
	r := newReceiver(b.T, status(http.StatusOK))
	hook := b.subscribe(r.URL)
	b.emit(1)
	job, err := b.db.ClaimJob(b.Context(), []vitrine.JobKind{vitrine.JobDeliver}, time.Minute)
	b.must(err)
	b.update(func(tx *store.Tx) error { _, err := tx.FinishJob(b.Context(), job); return err })
	b.work()
	b.want("without a job", r)
	b.must(b.Sweep(b.Context()))
	b.work()
	b.want("found by the janitor", r, 1)
	b.update(func(tx *store.Tx) error { return tx.DeleteEvents(b.Context(), tx.Now.Add(time.Second)) })
	if log := b.log(hook.ID); len(log) != 0 {
		b.Errorf("left of events that are gone: %+v", log)
	}
}

func TestDeletedMeanwhile(t *testing.T) { onBothEngines(t, testDeletedMeanwhile) }

func testDeletedMeanwhile(b *bench) {
	var hook *vitrine.Webhook
	r := newReceiver(b.T, func(http.ResponseWriter, *http.Request) {
		b.must(b.Delete(b.Context(), b.root, hook.ID, nil))
	})
	hook = b.subscribe(r.URL)
	b.emit(1, 2)
	b.work()
	b.want("before it was deleted", r, 1)
}

// What is asked for again while it is being sent is sent again, however that ends.
func TestAskedForAgainMeanwhile(t *testing.T) { onBothEngines(t, testAskedForAgainMeanwhile) }

func testAskedForAgainMeanwhile(b *bench) {
	for _, code := range []int{http.StatusOK, http.StatusBadGateway} {
		var hook *vitrine.Webhook
		r := newReceiver(b.T, nil)
		r.set(func(w http.ResponseWriter, _ *http.Request) {
			r.set(status(http.StatusOK))
			b.clock.Advance(time.Second)
			_, err := b.Redeliver(b.Context(), b.root, hook.ID, b.log(hook.ID)[0].ID)
			b.must(err)
			w.WriteHeader(code)
		})
		hook = b.subscribe(r.URL)
		b.emit(1, 2)
		b.work()
		b.want("asked for again", r, 1, 1, 2)
		for i, d := range b.log(hook.ID) {
			if d.Status != vitrine.DeliveryDelivered || d.Attempts != 2-i || d.Failures != 0 || d.ByHand || d.NextAttemptAt != nil {
				b.Errorf("after an answer %d: %+v", code, d)
			}
		}
		if got := b.hook(hook.ID); got.FailingSince != nil {
			b.Errorf("after an answer %d it fails since %s", code, got.FailingSince)
		}
		b.must(b.Delete(b.Context(), b.root, hook.ID, nil))
	}
}
