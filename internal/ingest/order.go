package ingest

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/vitrine-photos/vitrine"
)

// deriveOrder is the payload of a derive job.
type deriveOrder struct {
	UploadID string                  `json:"upload_id"`
	Names    []vitrine.RenditionName `json:"names"`           // none: only read the metadata
	Force    bool                    `json:"force,omitempty"` // also what is there already
	Extra    bool                    `json:"extra,omitempty"` // adds to a finished upload, whose status stays
}

// deriveAttempts is how often a derive job is tried when the machine, not the
// picture, is at fault: the disk is full, or libvips is missing.
const deriveAttempts = 10

// extraPriority is the priority of jobs for what nobody waits for.
const extraPriority = 10

func (o deriveOrder) job() vitrine.NewJob {
	job := vitrine.NewJob{
		Kind:        vitrine.JobDerive,
		Payload:     o,
		UniqueKey:   "derive:" + o.UploadID,
		MaxAttempts: deriveAttempts,
	}
	if o.Extra {
		job.UniqueKey = "derive-extra:" + o.UploadID
		job.Priority = extraPriority
	}
	return job
}

func readOrder(job *vitrine.Job) (deriveOrder, error) {
	var o deriveOrder
	if err := json.Unmarshal(job.Payload, &o); err != nil {
		return o, fmt.Errorf("read the order of a derive job: %w", err)
	}
	return o, nil
}

// CheckFormats reports the names of formats that cannot be made.
func CheckFormats(f *vitrine.Faults, formats []string) {
	for i, format := range formats {
		vitrine.RequireOneOf(f, fmt.Sprintf("formats[%d]", i), vitrine.RenditionName(format), derivable())
	}
}

// renditionNames checks the names of renditions that a client sent, and returns them in
// the order of derivable. None at all means every one that makes a set complete.
func renditionNames(formats []string) ([]vitrine.RenditionName, error) {
	if len(formats) == 0 {
		return vitrine.RenditionNames(), nil
	}
	var faults vitrine.Faults
	CheckFormats(&faults, formats)
	return slices.DeleteFunc(derivable(), func(n vitrine.RenditionName) bool { return !slices.Contains(formats, string(n)) }), faults.Err()
}
