// Package openapi writes the OpenAPI document of the service from what its table
// of routes says and the types that the handlers take and give, and serves it
// with a reader. What all answers share, the envelope and its headers, is
// described here once; what the service says of itself is handed in.
package openapi

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Service is what the document says of the service as a whole.
type Service struct {
	Version string      // of the interface, as API-Version says it
	BaseURL string      // public address, "" if unknown
	Tags    []*huma.Tag // the parts that operations are sorted into
	Meta    any         // an example of the member meta, which ends every envelope
}

// Document describes a service as OpenAPI 3.1.
type Document struct {
	Schemas *Schemas // of the types that were described so far

	service Service
	model   *huma.OpenAPI
}

// New returns a document without operations.
func New(s Service) *Document {
	if s.BaseURL == "" {
		s.BaseURL = "/"
	}
	d := &Document{Schemas: newSchemas(), service: s}
	d.model = &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{
			Title: "Vitrine", Version: s.Version + ".0",
			Description: "A photo portfolio: photos and their derived pictures, categories, tags, settings and users. " +
				"Every answer is an envelope with success, code, message and meta; every error names its type, and faults name their fields.",
			License: &huma.License{Name: "Apache-2.0", Identifier: "Apache-2.0"},
		},
		Servers: []*huma.Server{{URL: s.BaseURL}},
		Tags:    s.Tags,
		Components: &huma.Components{
			Schemas:   d.Schemas,
			Headers:   componentHeaders(s.Version),
			Responses: map[string]*huma.Response{},
			SecuritySchemes: map[string]*huma.SecurityScheme{
				"bearer": {Type: "http", Scheme: "bearer", BearerFormat: "JWT", Description: "The access token of POST /v1/auth/login."},
			},
		},
	}
	return d
}

// MarshalJSON implements json.Marshaler.
func (d *Document) MarshalJSON() ([]byte, error) { return json.Marshal(d.model) }

// meta describes the end of every envelope.
func (d *Document) meta() *huma.Schema { return d.Schemas.Of(reflect.TypeOf(d.service.Meta)) }
