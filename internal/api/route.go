package api

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/api/binding"
	"github.com/vitrine-photos/vitrine/internal/api/strictjson"
)

// route is one row of the table. The table is written without field names, so
// that a row that leaves anything out does not build.
type route struct {
	method  string
	path    string             // below the prefix
	access  vitrine.Permission // who may: public, signedIn, or a permission
	class   class              // which rate limit it counts in
	success int                // status of a success
	summary string             // what it does, in the imperative
	endpoint
}

// The kinds of access that are no permission.
const (
	public   vitrine.Permission = "public"    // anyone; a token, if sent, must be valid
	signedIn vitrine.Permission = "signed-in" // any user
	signed   vitrine.Permission = "signed"    // whoever holds an address that was signed; the endpoint looks
	byAction vitrine.Permission = "by-action" // whoever may do what the body asks for; the endpoint looks
)

// check reports rows that cannot be served.
func (r route) check() error {
	switch {
	case r.access == "":
		return errors.New("names nobody who may use it")
	case r.method == "" || r.path == "" || r.success == 0 || r.summary == "":
		return errors.New("is incomplete")
	case r.prepare == nil:
		return errors.New("has no handler")
	}
	if field, ok := r.input.FieldByName("Body"); ok && !reflect.PointerTo(field.Type).Implements(reflect.TypeFor[binding.Body]()) {
		return fmt.Errorf("takes %s, which is no binding.Body", field.Type)
	}
	return nil
}

// admits returns nil if the actor may use the route.
func (r route) admits(actor vitrine.Actor) error {
	switch r.access {
	case public, signed, byAction:
		return nil
	case signedIn:
		if actor.SignedIn() {
			return nil
		}
		return vitrine.Unauthenticated("Sign in to do this.")
	}
	return actor.Require(r.access)
}

// endpoint is a handler together with the types it takes and gives, from which
// requests are bound and the document is written.
type endpoint struct {
	input   reflect.Type // a struct of parameters and, if there is one, a Body
	output  reflect.Type // a result
	media   string       // of the request's body; "" for JSON
	field   string       // of a form that holds the file; "" if the body is the file
	prepare func(*call, *inputs) (prepared, error)

	restricted bool         // by a rule of onlyIf
	identify   authenticate // what finds out who asks; nil for the router's
}

// prepared is a request that was read and is right in itself. What is to be done
// for it is done by run, again and again if others get in the way.
type prepared struct {
	body    []byte // what tells it from requests that ask for something else
	run     func(*call) (result, error)
	discard func() // lets go of what was read; nil for nothing
}

// end lets go of what was read.
func (p prepared) end() {
	if p.discard != nil {
		p.discard()
	}
}

// A rule reports what is wrong with an input beside what its tags and its body
// tell.
type rule[In any] func(*In, *call, *vitrine.Faults) error

// on makes an endpoint of a handler. Its input is a struct whose fields tagged
// path or query are parameters, and whose field Body is the JSON body. What the
// rules report is told together with the faults of the binding.
func on[In any, Out result](handle func(*call, *In) (Out, error), rules ...rule[In]) endpoint {
	return endpoint{
		input: reflect.TypeFor[In](), output: reflect.TypeFor[Out](),
		prepare: func(c *call, inputs *inputs) (prepared, error) {
			in := new(In)
			body, faults, err := inputs.bind(c, reflect.ValueOf(in).Elem())
			if err != nil {
				return prepared{}, err
			}
			for _, apply := range rules {
				var broken vitrine.Faults
				if err := apply(in, c, &broken); err != nil {
					return prepared{}, err
				}
				faults.Merge(broken)
			}
			if err := faults[:min(len(faults), maxFaults)].Err(); err != nil {
				return prepared{}, err
			}
			return prepared{body: body, run: func(c *call) (result, error) { return handle(c, in) }}, nil
		},
	}
}

// onlyIf adds a rule that is asked before anything of the request is bound, for
// permissions that depend on more than the route.
func (e endpoint) onlyIf(permits func(*call) error) endpoint {
	prepare := e.prepare
	e.restricted = true
	e.prepare = func(c *call, inputs *inputs) (prepared, error) {
		if err := permits(c); err != nil {
			return prepared{}, err
		}
		return prepare(c, inputs)
	}
	return e
}

// delivery is what a form has brought, before it is kept.
type delivery interface {
	// Fingerprint tells it from other deliveries.
	Fingerprint() []byte
	// Discard lets go of it.
	Discard()
}

// takingForm makes an endpoint of two functions: one that reads the request's
// body itself, a form with a file in the field, or many if that ends in "[]", and
// one that keeps what was read.
func takingForm[Files delivery, Out result](field string, take func(*call) (Files, error), keep func(*call, Files) (Out, error)) endpoint {
	return endpoint{
		input: reflect.TypeFor[none](), output: reflect.TypeFor[Out](), media: "multipart/form-data", field: field,
		prepare: func(c *call, _ *inputs) (prepared, error) {
			files, err := take(c)
			if err != nil {
				return prepared{}, err
			}
			return prepared{
				body: files.Fingerprint(), discard: files.Discard,
				run: func(c *call) (result, error) { return keep(c, files) },
			}, nil
		},
	}
}

// takingBytes makes an endpoint of a handler that reads the request's body
// itself, which is nothing but a file's bytes.
func takingBytes[In any, Out result](handle func(*call, *In) (Out, error), rules ...rule[In]) endpoint {
	e := on(handle, rules...)
	e.media = "application/octet-stream"
	return e
}

// inputs knows how to fill in the input of one route.
type inputs struct {
	params   binding.Params
	body     []int // index of the field Body; nil for none
	optional bool  // the body may be left out
	creating bool  // the body makes a resource
}

func newInputs(r route) *inputs {
	in := &inputs{params: binding.ParamsOf(r.input), creating: r.success == http.StatusCreated}
	if field, ok := r.input.FieldByName("Body"); ok && r.media == "" {
		in.body = field.Index
		in.optional = field.Tag.Get("required") == "false"
	}
	return in
}

// bind fills in the input, and returns the body that was sent and what is wrong.
func (in *inputs) bind(c *call, target reflect.Value) (body []byte, f vitrine.Faults, err error) {
	in.params.Bind(c.Request, target, &f)
	if in.body != nil {
		if body, err = c.readBody(); err != nil {
			return nil, nil, err
		}
		if len(body) == 0 && !in.optional {
			f.Add(strictjson.Whole, vitrine.FaultRequired, vitrine.ReasonRequired)
		} else if len(body) > 0 {
			sent := target.FieldByIndex(in.body).Addr().Interface().(binding.Body) //nolint:errcheck // check has looked
			f = append(f, binding.JSON(body, sent, in.creating)...)
		}
	}
	return body, f, nil
}

// maxFaults bounds how many faults are reported: who sent more can read no more.
const maxFaults = 100

// maxBody is the largest JSON body that is read, in bytes.
const maxBody = 1 << 20

// readBody reads the request's body to its end, but no further than maxBody.
func (c *call) readBody() ([]byte, error) {
	tooLarge := vitrine.Invalid(strictjson.Whole, vitrine.FaultTooLarge, vitrine.ReasonMaxBytes, vitrine.Bytes(maxBody))
	if c.ContentLength > maxBody {
		return nil, tooLarge
	}
	data, err := io.ReadAll(io.LimitReader(c.paced(c.Body), maxBody+1))
	if err != nil {
		return nil, brokenOff(strictjson.Whole, err)
	}
	if len(data) > maxBody {
		return nil, tooLarge
	}
	return data, nil
}

// brokenOff is the error of a body that ended before it was whole.
func brokenOff(field string, cause error) error {
	e := vitrine.Invalid(field, vitrine.FaultInvalidFormat, vitrine.ReasonIncomplete).(*vitrine.Error) //nolint:errcheck,errorlint // made right here
	e.Cause = fmt.Errorf("read the request: %w", cause)
	return e
}
