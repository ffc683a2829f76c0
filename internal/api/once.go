package api

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/idempotency"
)

// isIdempotent reports whether the route honours an Idempotency-Key: those that
// make or do something for a user, if one is signed in. Answers to signing in and new
// secrets are for their first reader only.
func (r route) isIdempotent() bool {
	return r.method == post && r.access != signed &&
		!strings.HasPrefix(r.path, "/auth/") && !strings.HasSuffix(r.path, "/rotate-secret")
}

// carryOutOnce is carryOut for a request with an Idempotency-Key: one that was
// carried out before is given the answer of then.
func (rt *router) carryOutOnce(c *call, r route, inputs *inputs, key []string) error {
	if err := idempotency.CheckKey(key); err != nil {
		return err
	}
	path := strings.TrimPrefix(c.URL.Path, prefixOf(c.URL.Path))
	request, err := rt.requests.Begin(idempotency.Scope{UserID: c.actor.UserID, Method: r.method, Path: path, Key: key[0]})
	if err != nil {
		return err
	}
	defer request.End()
	p, err := r.prepare(c, inputs)
	if err != nil {
		return err
	}
	defer p.end()
	answer, replayed, err := request.Do(c.Context(), p.body, func(ctx context.Context) (idempotency.Answer, error) {
		within := *c
		within.Request = c.WithContext(ctx)
		return within.answer(r.success, p)
	})
	if err != nil {
		return err
	}
	c.give(answer, replayed)
	return nil
}

// answer carries out a request, and returns what is to be answered.
func (c *call) answer(success int, p prepared) (idempotency.Answer, error) {
	res, err := p.run(c)
	if err != nil {
		return idempotency.Answer{}, c.refusal(err)
	}
	answer := idempotency.Answer{Status: success, ETag: res.validator().tag}
	if success != http.StatusNoContent {
		answer.Body, err = c.appendSuccess(nil, success, res)
	}
	return answer, err
}

// refusal gives an error its answer if that is to be kept: what is wrong with the
// state of things stays the answer, whatever becomes of them. What is wrong with
// the request, or with the service, does not.
func (c *call) refusal(err error) error {
	e, ok := errors.AsType[*vitrine.Error](err)
	if !ok || e.Code != vitrine.CodeConflict && e.Code != vitrine.CodeUnprocessable {
		return err
	}
	status := statusOf(e.Code)
	return &idempotency.RefusedError{Err: err, Answer: idempotency.Answer{Status: status, Body: c.errorBody(status, e)}}
}

// give writes an answer.
func (c *call) give(answer idempotency.Answer, replayed bool) {
	h := c.w.Header()
	if replayed {
		h.Set("Idempotent-Replayed", "true")
	}
	if answer.ETag != "" {
		h.Set("ETag", answer.ETag)
	}
	if answer.Status == http.StatusNoContent {
		c.w.WriteHeader(answer.Status)
		return
	}
	c.writeJSON(answer.Status, answer.Body)
}
