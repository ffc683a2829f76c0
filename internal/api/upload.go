package api

import (
	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/ingest"
)

// uploadView is a file that was received.
type uploadView struct {
	FileID           string               `json:"file_id" doc:"Names it when a photo is created." example:"JZ4M2Q7XK5T3B6Y7Z2A4C5D6E7"`
	OriginalFilename string               `json:"original_filename" example:"DSC_0042.jpg"`
	FileSize         int64                `json:"file_size" doc:"Bytes." example:"8420113"`
	MIMEType         string               `json:"mime_type" doc:"What the content is, whatever the name says." example:"image/jpeg"`
	UploadURL        string               `json:"upload_url" doc:"The uploaded bytes, for one hour." example:"/media/uploads/JZ4M2Q7XK5T3B6Y7Z2A4C5D6E7?exp=1780220000&sig=…"`
	Status           vitrine.UploadStatus `json:"status" enum:"uploaded,processing,completed,failed" example:"uploaded"`
	EXIFExtracted    bool                 `json:"exif_extracted" example:"false"`
	ProcessingStatus string               `json:"processing_status" enum:"pending,processing,completed,failed" example:"pending"`
	DuplicateOf      *string              `json:"duplicate_of" doc:"An earlier upload of the same bytes by the same user, or null." example:"K7Q2M4XW5T3B6Y7Z2A4C5D6E7F"`
}

// uploadStatus is how far the work on an upload has come.
type uploadStatus struct {
	FileID                 string               `json:"file_id" example:"JZ4M2Q7XK5T3B6Y7Z2A4C5D6E7"`
	Status                 vitrine.UploadStatus `json:"status" enum:"uploaded,processing,completed,failed" example:"processing"`
	Progress               int                  `json:"progress" doc:"0 to 100." example:"50"`
	CurrentStep            vitrine.StepName     `json:"current_step" enum:"uploaded,exif_extraction,generating_thumbnails,optimization" example:"generating_thumbnails"`
	Steps                  []uploadStep         `json:"steps"`
	EstimatedTimeRemaining int                  `json:"estimated_time_remaining" doc:"Seconds." example:"2"`
	Error                  *string              `json:"error" doc:"Why it failed; while it is processed, what it waits for, such as room on the disk; else null." example:"the picture is damaged or cut short and cannot be read"`
	ErrorReason            *string              `json:"error_reason" reasons:"upload" doc:"The error by its name; null without one, or for one that only people understand." example:"undecodable"`
	ErrorParams            map[string]any       `json:"error_params,omitempty" doc:"The figures and names in the error." example:"{}"`
	Details                *uploadDetails       `json:"details" doc:"What the file says of the picture; null until it was read."`
}

// uploadDetails is what a file says of the picture in it, for a title and tags.
type uploadDetails struct {
	Title     string   `json:"title" example:"Harbour at dawn"`
	Caption   string   `json:"caption" example:"The first boats leave."`
	Keywords  []string `json:"keywords" example:"[\"harbour\",\"dawn\"]"`
	Creator   string   `json:"creator" example:"Ansel A."`
	Copyright string   `json:"copyright" example:"© 2026 Ansel A."`
	Rating    *int     `json:"rating" doc:"0 to 5, or null." example:"4"`
}

func newUploadDetails(u *vitrine.Upload) *uploadDetails {
	if !u.EXIFExtracted {
		return nil
	}
	d := u.Details
	return &uploadDetails{
		Title: d.Title, Caption: d.Caption, Keywords: append([]string{}, d.Keywords...),
		Creator: d.Creator, Copyright: d.Copyright, Rating: d.Rating,
	}
}

// uploadStep is one step of the work on an upload.
type uploadStep struct {
	Name   vitrine.StepName   `json:"name" enum:"uploaded,exif_extraction,generating_thumbnails,optimization" example:"uploaded"`
	Status vitrine.StepStatus `json:"status" enum:"pending,processing,completed,failed,skipped" example:"completed"`
}

func (a *API) newUploadView(u *vitrine.Upload) uploadView {
	return uploadView{
		FileID: u.ID, OriginalFilename: u.OriginalFilename, FileSize: u.Size, MIMEType: u.MIMEType,
		UploadURL: a.urls.Upload(u.ID), Status: u.Status, EXIFExtracted: u.EXIFExtracted,
		ProcessingStatus: u.Status.ProcessingStatus(), DuplicateOf: textOrNull(u.DuplicateOf),
	}
}

func newUploadStatus(s ingest.Status) item[uploadStatus] {
	steps := make([]uploadStep, len(s.Steps))
	for i, step := range s.Steps {
		steps[i] = uploadStep(step)
	}
	message, reason, params := shownFailure(s.Error)
	return one(uploadStatus{
		FileID: s.ID, Status: s.Status, Progress: s.Progress, CurrentStep: s.CurrentStep(),
		Steps: steps, EstimatedTimeRemaining: s.RemainingSeconds, Error: message, ErrorReason: reason, ErrorParams: params,
		Details: newUploadDetails(s.Upload),
	})
}

// textOrNull returns nil for "".
func textOrNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// filePath names an upload.
type filePath struct {
	FileID string `path:"file_id" doc:"The upload's id." example:"JZ4M2Q7XK5T3B6Y7Z2A4C5D6E7"`
}

type reprocessing struct {
	filePath
	Body reprocessBody `required:"false"`
}

// reprocessBody says what to make again.
type reprocessBody struct {
	Formats vitrine.Optional[[]string] `json:"formats" enum:"thumb_small,thumb_medium,thumb_large,display,webp,jpg,avif" doc:"Which pictures; all if none are named." example:"[\"thumb_small\",\"webp\"]"`
	Force   vitrine.Optional[bool]     `json:"force" doc:"Also those that are there and up to date." example:"false"`
}

func (b *reprocessBody) Validate(f *vitrine.Faults, _ bool) {
	ingest.CheckFormats(f, b.Formats.Value)
}

func (a *API) getUploadStatus(c *call, in *filePath) (item[uploadStatus], error) {
	s, err := a.ingest.Status(c.Context(), c.actor, in.FileID)
	if err != nil {
		return item[uploadStatus]{}, err
	}
	return newUploadStatus(s), nil
}

func (a *API) reprocess(c *call, in *reprocessing) (item[uploadStatus], error) {
	s, err := a.ingest.Reprocess(c.Context(), c.actor, in.FileID, in.Body.Formats.Value, in.Body.Force.Value)
	if err != nil {
		return item[uploadStatus]{}, err
	}
	return newUploadStatus(s), nil
}

func (a *API) deleteUpload(c *call, in *filePath) (nothing, error) {
	return nothing{}, a.ingest.Delete(c.Context(), c.actor, in.FileID)
}
