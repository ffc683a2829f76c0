package api

import (
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/ingest"
	"github.com/vitrine-photos/vitrine/internal/urlsign"
)

// chunkedView is a file that is sent in chunks.
type chunkedView struct {
	UploadID      string    `json:"upload_id" example:"JZ4M2Q7XK5T3B6Y7Z2A4C5D6E7"`
	ChunkSize     int64     `json:"chunk_size" doc:"Bytes of each chunk; the last may be shorter." example:"8388608"`
	TotalChunks   int       `json:"total_chunks" example:"3"`
	Received      []int     `json:"received" doc:"The chunks that have arrived, counted from 0." example:"[0,2]"`
	ReceivedBytes int64     `json:"received_bytes" example:"12582912"`
	ExpiresAt     time.Time `json:"expires_at" doc:"When what is not complete is removed." example:"2026-06-01T08:30:00Z"`
	UploadURLs    []string  `json:"upload_urls" doc:"Where to PUT each chunk, without a token; empty once the file is complete." example:"[\"/v1/upload/chunked/JZ4M2Q7XK5T3B6Y7Z2A4C5D6E7/chunks/0?exp=1780220000&sig=…\"]"`
	FileID        *string   `json:"file_id" doc:"The upload that it became, or null." example:"K7Q2M4XW5T3B6Y7Z2A4C5D6E7F"`
}

// newChunkedView makes addresses under the prefix that the request came by.
func (a *API) newChunkedView(c *call, u *vitrine.ChunkedUpload) chunkedView {
	view := chunkedView{
		UploadID: u.ID, ChunkSize: u.ChunkSize, TotalChunks: u.TotalChunks(),
		Received: []int{}, ExpiresAt: u.ExpiresAt, UploadURLs: []string{}, FileID: textOrNull(u.UploadID),
	}
	for _, chunk := range u.Received {
		view.Received = append(view.Received, chunk.Number)
		view.ReceivedBytes += chunk.Size
	}
	for number := range view.TotalChunks {
		if u.UploadID != "" {
			view.Received = append(view.Received, number)
			view.ReceivedBytes = u.Size
			continue
		}
		path := fmt.Sprintf("%s/upload/chunked/%s/chunks/%d", prefixOf(c.URL.Path), u.ID, number)
		view.UploadURLs = append(view.UploadURLs, a.baseURL+a.signer.Sign(urlsign.Chunk, path, u.ExpiresAt.Sub(c.now)))
	}
	return view
}

type chunkedCreation struct{ Body chunkedBody }

// chunkedBody announces a file that will be sent in chunks.
type chunkedBody struct {
	Filename  vitrine.Optional[string] `json:"filename" required:"creation" maxLength:"200" example:"DSC_0042.tif"`
	FileSize  vitrine.Optional[int64]  `json:"file_size" required:"creation" minimum:"1" doc:"Bytes of the whole; at most the setting upload.max_file_size." example:"20971520"`
	MIMEType  vitrine.Optional[string] `json:"mime_type" required:"creation" maxLength:"200" doc:"One of the setting upload.allowed_types. In the end the content decides." example:"image/tiff"`
	ChunkSize vitrine.Optional[int64]  `json:"chunk_size" minimum:"65536" maximum:"67108864" doc:"Bytes of each chunk but the last; 8 MiB if not given. There are at most 10,000 chunks." example:"8388608"`
}

func (b *chunkedBody) Validate(f *vitrine.Faults, _ bool) {
	in := b.input()
	in.Validate(f)
}

func (b *chunkedBody) input() vitrine.ChunkedUploadInput {
	return vitrine.ChunkedUploadInput{Filename: b.Filename, FileSize: b.FileSize, MIMEType: b.MIMEType, ChunkSize: b.ChunkSize}
}

// checkChunked reports what the settings forbid of a file.
func (a *API) checkChunked(in *chunkedCreation, c *call, f *vitrine.Faults) error {
	return a.ingest.CheckChunked(c.Context(), in.Body.input(), f)
}

func (a *API) beginChunked(c *call, in *chunkedCreation) (item[chunkedView], error) {
	u, err := a.ingest.BeginChunked(c.Context(), c.actor, in.Body.input())
	if err != nil {
		return item[chunkedView]{}, err
	}
	return one(a.newChunkedView(c, u)), nil
}

// chunkedPath names a chunked upload.
type chunkedPath struct {
	UploadID string `path:"upload_id" doc:"The chunked upload's id." example:"JZ4M2Q7XK5T3B6Y7Z2A4C5D6E7"`
}

func (a *API) getChunked(c *call, in *chunkedPath) (item[chunkedView], error) {
	u, err := a.ingest.Chunked(c.Context(), c.actor, in.UploadID)
	if err != nil {
		return item[chunkedView]{}, err
	}
	return one(a.newChunkedView(c, u)), nil
}

func (a *API) abortChunked(c *call, in *chunkedPath) (nothing, error) {
	return nothing{}, a.ingest.AbortChunked(c.Context(), c.actor, in.UploadID)
}

type chunkPath struct {
	chunkedPath
	Number int    `path:"number" minimum:"0" doc:"Which chunk, counted from 0." example:"0"`
	Digest string `header:"Content-Digest" doc:"The SHA-256 of the chunk as RFC 9530 writes it; refused if another one arrives." example:"sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:"`
	Expiry string `query:"exp" doc:"Part of the signed address." example:"1780220000"`
	Sig    string `query:"sig" doc:"Part of the signed address." example:"V2hhdCBhIG5pY2UgZGF5IGZvciBwaG90b2dyYXBoeSE"`

	sum *[32]byte // what Digest says
}

// check also reads the digest.
func (in *chunkPath) check(_ *call, f *vitrine.Faults) error {
	in.sum = contentDigest(f, in.Digest)
	return nil
}

// holdsSignature returns nil for a request to an address that was signed for it.
func (a *API) holdsSignature(c *call) error {
	if err := a.signer.Verify(urlsign.Chunk, c.URL); err != nil {
		return &vitrine.Error{
			Code:    vitrine.CodeForbidden,
			Message: "The address is not valid or has expired. Ask for a new one.",
			Details: vitrine.ForbiddenDetails{RequiredPermission: vitrine.PhotoCreate, UserRole: c.actor.Role},
			Cause:   err,
		}
	}
	return nil
}

func (a *API) putChunk(c *call, in *chunkPath) (taken, error) {
	sum, err := a.ingest.PutChunk(c.Context(), in.UploadID, ingest.SentChunk{
		Number: in.Number, Length: c.ContentLength, Digest: in.sum, Body: c.paced(c.Body),
	})
	return taken{tag: `"` + sum + `"`}, err
}

// taken is the answer 204 to bytes that were kept, with their entity tag.
type taken struct {
	nothing
	tag string
}

func (t taken) validator() validator { return validator{tag: t.tag} }

// digestField is what faults of a digest name.
const digestField = "Content-Digest"

// contentDigest reads the SHA-256 of a header Content-Digest (RFC 9530): a
// dictionary of which other members are passed over. It is nil if there is none.
func contentDigest(f *vitrine.Faults, header string) *[32]byte {
	for member := range strings.SplitSeq(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(member), "=")
		if name != "sha-256" {
			continue
		}
		encoded, isBytes := strings.CutPrefix(value, ":")
		encoded, _, closed := strings.Cut(encoded, ":")
		sum, err := base64.StdEncoding.DecodeString(encoded)
		if !isBytes || !closed || err != nil || len(sum) != 32 {
			f.Add(digestField, vitrine.FaultInvalidFormat, vitrine.ReasonDigest, "sha-256=:…:")
			return nil
		}
		return (*[32]byte)(sum)
	}
	return nil
}

type chunkedCompletion struct {
	chunkedPath
	Body completionBody `required:"false"`
}

// completionBody says what the whole file must be.
type completionBody struct {
	SHA256 vitrine.Optional[string] `json:"sha256" doc:"The SHA-256 of the whole file in hexadecimal; refused if another one arrived." example:"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"`
}

func (b *completionBody) Validate(f *vitrine.Faults, _ bool) {
	b.SHA256.Value = strings.ToLower(b.SHA256.Value)
	if b.SHA256.Present() && !sha256Pattern.MatchString(b.SHA256.Value) {
		f.Add("sha256", vitrine.FaultInvalidFormat, vitrine.ReasonHexadecimal)
	}
}

func (a *API) completeChunked(c *call, in *chunkedCompletion) (item[uploadView], error) {
	u, err := a.ingest.CompleteChunked(c.Context(), c.actor, in.UploadID, in.Body.SHA256.Value)
	if err != nil {
		return item[uploadView]{}, err
	}
	return one(a.newUploadView(u)), nil
}
