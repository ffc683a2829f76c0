package api

import (
	"fmt"
	"regexp"

	"github.com/vitrine-photos/vitrine"
)

type knownQuestion struct{ Body knownBody }

// knownBody names contents by their hashes.
type knownBody struct {
	SHA256 vitrine.Optional[[]string] `json:"sha256" required:"true" maxItems:"500" doc:"Contents, by their SHA-256 in hexadecimal." example:"[\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"]"`
}

// knownAnswer tells which of the contents are there.
type knownAnswer struct {
	Known   map[string]int64  `json:"known" doc:"The photo's id for each content that one shows." example:"{\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\":42}"`
	Uploads map[string]string `json:"uploads" doc:"The file_id for each content of which an upload of one's own is there that no photo has: a photo may take it, and nothing need be sent." example:"{\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\":\"JZ4M2Q7XK5T3B6Y7Z2A4C5D6E7\"}"`
}

var sha256Pattern = regexp.MustCompile(`^[0-9a-f]{64}$`)

func (b *knownBody) Validate(f *vitrine.Faults, _ bool) {
	if !b.SHA256.Present() {
		f.Add("sha256", vitrine.FaultRequired, vitrine.ReasonRequired)
	}
	if len(b.SHA256.Value) > vitrine.MaxBatch {
		f.Add("sha256", vitrine.FaultTooMany, vitrine.ReasonMaxCount, vitrine.MaxBatch)
	}
	for i, sum := range b.SHA256.Value {
		if !sha256Pattern.MatchString(sum) {
			f.Add(fmt.Sprintf("sha256[%d]", i), vitrine.FaultInvalidFormat, vitrine.ReasonLowerHexadecimal)
		}
	}
}

func (a *API) findKnown(c *call, in *knownQuestion) (item[knownAnswer], error) {
	known, err := a.ingest.Known(c.Context(), c.actor, in.Body.SHA256.Value)
	return one(knownAnswer{Known: known.Photos, Uploads: known.Uploads}), err
}
