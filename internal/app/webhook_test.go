package app_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine/client"
	"github.com/vitrine-photos/vitrine/internal/app"
)

// message is what a webhook received.
type message struct {
	header http.Header
	body   []byte
}

// receive returns a receiver of webhooks and what it receives.
func receive(t testing.TB) (url string, messages <-chan message) {
	t.Helper()
	received := make(chan message, 100)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		received <- message{r.Header.Clone(), body}
	}))
	t.Cleanup(server.Close)
	return server.URL, received
}

// next returns the next message, which must be genuine.
func (s *service) next(messages <-chan message, secret, event string) (data map[string]any) {
	s.Helper()
	m := <-messages
	_, err := client.VerifyWebhook(secret, m.header, m.body)
	s.must(err)
	var body struct {
		Event string
		Data  map[string]any
	}
	s.must(json.Unmarshal(m.body, &body))
	if body.Event != event {
		s.Fatalf("received %s, want %s: %s", body.Event, event, m.body)
	}
	return body.Data
}

// Subscribers are told of a photo what an editor reads of it, at addresses that
// last.
func TestWebhooks(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, cfg app.Config) {
		cfg.WebhookAllowPrivate, cfg.BaseURL = true, "https://photos.example.com"
		s := serve(t, cfg)
		url, messages := receive(t)
		hook, err := s.CreateWebhook(t.Context(), client.NewWebhook{
			URL: url, Events: []string{"photo.created", "photo.updated", "photo.deleted", "user.login"},
		})
		s.must(err)
		photo := s.publish("Harbour", "boats")
		told := s.next(messages, hook.Secret, "photo.created")
		s.compareWithRead(told, photo.ID)
		_, err = s.UpdatePhoto(t.Context(), photo.ID, map[string]any{"title": "Quay", "tags": []string{"boats", "sea"}})
		s.must(err)
		s.compareWithRead(s.next(messages, hook.Secret, "photo.updated"), photo.ID)
		s.must(s.DeletePhoto(t.Context(), photo.ID))
		if told := s.next(messages, hook.Secret, "photo.deleted"); !cmp.Equal(told, map[string]any{"id": float64(photo.ID)}) {
			t.Errorf("a deletion tells %v", told)
		}
		_, err = client.New(s.url, nil).Login(t.Context(), "admin", password)
		s.must(err)
		if told := s.next(messages, hook.Secret, "user.login"); told["username"] != "admin" || told["avatar_url"] != nil {
			t.Errorf("a login tells %v", told)
		}
		s.useWebhook(hook, messages)
	})
}

// compareWithRead compares what was told of a photo with what an editor reads.
func (s *service) compareWithRead(told map[string]any, id int64) {
	s.Helper()
	var answer struct{ Data map[string]any }
	s.must(json.Unmarshal([]byte(s.ask(http.MethodGet, fmt.Sprintf("/v1/photos/%d", id), "", s.asOperator()).body), &answer))
	formats, ok := answer.Data["formats"].(map[string]any)
	if !ok || len(formats) < 2 {
		s.Fatalf("read: %v", answer.Data)
	}
	delete(formats, "original") // is signed
	for _, member := range []string{"file_id", "processing_status", "renditions"} {
		if answer.Data[member] == nil {
			s.Errorf("an editor reads no %s", member)
		}
		delete(answer.Data, member) // of the work on the file, which is no subscriber's
	}
	if diff := cmp.Diff(answer.Data, told); diff != "" {
		s.Errorf("told (-read +told):\n%s", diff)
	}
}

// useWebhook does what is left of a webhook's life.
func (s *service) useWebhook(hook *client.Webhook, messages <-chan message) {
	s.Helper()
	ctx := s.Context()
	tested, err := s.TestWebhook(ctx, hook.ID)
	s.must(err)
	s.next(messages, hook.Secret, "webhook.test")
	rotated, err := s.RotateSecret(ctx, hook.ID)
	s.must(err)
	_, err = s.Redeliver(ctx, hook.ID, tested.ID)
	s.must(err)
	s.next(messages, rotated.Secret, "webhook.test")
	log, pages, err := s.Deliveries(ctx, hook.ID, 1, 2)
	s.must(err)
	if len(log) != 2 || pages.Total != 5 || log[0].MessageID != tested.MessageID {
		s.Errorf("the log of %+v has %+v", pages, log)
	}
	read, err := s.Webhook(ctx, hook.ID)
	s.must(err)
	changed, err := s.UpdateWebhook(ctx, hook.ID, map[string]any{"events": []string{"photo.created"}})
	s.must(err)
	if read.Secret != "" || changed.Secret != "" || len(changed.Events) != 1 {
		s.Errorf("read %+v, changed %+v", read, changed)
	}
	s.must(s.DeleteWebhook(ctx, hook.ID))
	if all, _, err := s.Webhooks(ctx, 1); err != nil || len(all) != 0 {
		s.Errorf("left: %+v, %v", all, err)
	}
}

// BenchmarkWebhook measures from the request that makes an event, which ends
// with its commit, until a receiver on this machine has the message.
func BenchmarkWebhook(b *testing.B) {
	cfg := config(b)
	cfg.WebhookAllowPrivate = true
	s := serve(b, cfg)
	url, messages := receive(b)
	hook, err := s.CreateWebhook(b.Context(), client.NewWebhook{URL: url, Events: []string{"photo.created"}})
	s.must(err)
	var took []time.Duration
	for b.Loop() {
		began := time.Now()
		_, err := s.CreatePhoto(b.Context(), client.NewPhoto{Title: "Harbour"})
		s.must(err)
		s.next(messages, hook.Secret, "photo.created")
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}
