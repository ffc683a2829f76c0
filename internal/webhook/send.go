package webhook

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/vitrine-photos/vitrine"
)

// DefaultTimeout is how long an attempt may take.
const DefaultTimeout = 15 * time.Second

// maxAnswerHeader bounds what is read of an answer's header, in bytes.
const maxAnswerHeader = 32 << 10

// newClient returns a client that connects only where the guard lets it, by no
// proxy, and follows no redirects.
func newClient(g guard, timeout time.Duration) *http.Client {
	return &http.Client{
		Transport: &http.Transport{
			Proxy:                  nil, // also none from the environment: it would connect for us
			DialContext:            (&net.Dialer{Timeout: timeout, Control: g.control}).DialContext,
			ForceAttemptHTTP2:      true,
			TLSHandshakeTimeout:    timeout,
			MaxIdleConnsPerHost:    1, // messages go one after the other
			MaxIdleConns:           100,
			IdleConnTimeout:        time.Minute,
			MaxResponseHeaderBytes: maxAnswerHeader,
			DisableCompression:     true, // what is kept of an answer is what was sent
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// send makes one attempt. Whatever goes wrong is in the attempt's error.
func (w *Webhooks) send(ctx context.Context, hook *vitrine.Webhook, d *vitrine.Delivery) vitrine.Attempt {
	secret, err := w.sealer.open(hook)
	if err != nil {
		return vitrine.Attempt{Error: vitrine.FailureSecret.Said(err.Error())}
	}
	m, err := newMessage(&d.Event, w.Site, secret, w.Now())
	if err != nil {
		return vitrine.Attempt{Error: unreached(err)}
	}
	attempt := vitrine.Attempt{RequestBody: excerpt(m.body)}
	began := w.Now()
	status, answer, err := w.post(ctx, hook.URL, m)
	attempt.Duration = w.Now().Sub(began)
	if status != 0 {
		attempt.ResponseStatus = &status
	}
	attempt.ResponseBody = excerpt(answer)
	switch {
	case err != nil:
		attempt.Error = w.failure(err)
	case status >= 300 && status < 400:
		attempt.Error = vitrine.FailureRedirected.Fail(status)
	case status < 200 || status >= 300:
		attempt.Error = vitrine.FailureAnswered.Fail(status)
	}
	return attempt
}

// post returns the status and the beginning of the answer. An answer that does
// not end does no harm: no more of it is read.
func (w *Webhooks) post(ctx context.Context, address string, m message) (status int, answer []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, w.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(m.body))
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "Vitrine/"+w.Version)
	for name, value := range m.header {
		req.Header.Set(name, value)
	}
	res, err := w.client.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	answer, err = io.ReadAll(io.LimitReader(res.Body, excerptSize))
	if res.StatusCode >= 200 && res.StatusCode < 300 {
		err = nil // it was accepted, whatever became of the rest
	}
	return res.StatusCode, answer, err
}
