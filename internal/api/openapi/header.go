package openapi

import "github.com/danielgtaylor/huma/v2"

const headerPrefix = "#/components/headers/"

// componentHeaders describes the headers of answers that mean something to
// clients of this API in particular.
func componentHeaders(version string) map[string]*huma.Header {
	number := &huma.Schema{Type: huma.TypeInteger}
	text := &huma.Schema{Type: huma.TypeString}
	return map[string]*huma.Header{
		"API-Version":           {Description: "The version of this interface.", Required: true, Schema: &huma.Schema{Type: huma.TypeString, Examples: []any{version}}},
		"X-Request-Id":          {Description: "As in meta. One that is sent is kept if it is 1 to 64 of A-Za-z0-9._-.", Required: true, Schema: text},
		"X-RateLimit-Limit":     {Description: "Requests allowed in the window.", Required: true, Schema: number},
		"X-RateLimit-Remaining": {Description: "Requests left in the window.", Required: true, Schema: number},
		"X-RateLimit-Reset":     {Description: "When the window ends, in epoch seconds.", Required: true, Schema: number},
		"X-RateLimit-Window":    {Description: "Length of the window in seconds.", Required: true, Schema: number},
		"ETag":                  {Description: "The version of what is answered, for If-None-Match and If-Match; absent where there is none.", Schema: &huma.Schema{Type: huma.TypeString, Examples: []any{`"p42-7-pe"`}}},
		"Idempotent-Replayed":   {Description: "The request was carried out before, and this is the answer of then.", Schema: truth()},
		"Retry-After":           {Description: "Seconds to wait before the next try.", Schema: number},
		"WWW-Authenticate":      {Description: "How to sign in (RFC 6750).", Required: true, Schema: text},
	}
}

// answerHeaders names the headers of every answer, and more.
func answerHeaders(more ...string) []string {
	return append([]string{"API-Version", "X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-RateLimit-Window"}, more...)
}

func headerRefs(names ...string) map[string]*huma.Param {
	headers := map[string]*huma.Param{}
	for _, name := range names {
		headers[name] = &huma.Header{Ref: headerPrefix + name}
	}
	return headers
}

// deprecationHeaders describes what the answers of a deprecated operation carry
// besides.
func deprecationHeaders() map[string]*huma.Param {
	return map[string]*huma.Param{
		"API-Deprecated": {Description: "This operation will go.", Required: true, Schema: truth()},
		"API-Sunset":     {Description: "When it goes.", Required: true, Schema: &huma.Schema{Type: huma.TypeString, Format: "date-time"}},
	}
}

// truth describes a header that says "true" or is not there.
func truth() *huma.Schema { return &huma.Schema{Type: huma.TypeString, Enum: []any{"true"}} }
