package vitrine

import "time"

// UploadStatus is how far an upload has come.
type UploadStatus string

// The upload statuses: uploaded → processing → completed or failed. Reprocessing
// leads from the last two back to processing.
const (
	UploadUploaded   UploadStatus = "uploaded"
	UploadProcessing UploadStatus = "processing"
	UploadCompleted  UploadStatus = "completed"
	UploadFailed     UploadStatus = "failed"
)

// ProcessingStatus tells of the work on an upload as the specification names it.
func (s UploadStatus) ProcessingStatus() string {
	if s == UploadUploaded {
		return "pending"
	}
	return string(s)
}

// UploadStatusOf is the status that ProcessingStatus gives a name, or the name.
func UploadStatusOf(processing string) UploadStatus {
	if processing == "pending" {
		return UploadUploaded
	}
	return UploadStatus(processing)
}

// StepName names a step of the work on an upload.
type StepName string

// The steps, in their order.
const (
	StepUploaded     StepName = "uploaded"
	StepEXIF         StepName = "exif_extraction"
	StepThumbnails   StepName = "generating_thumbnails"
	StepOptimization StepName = "optimization"
)

// StepStatus is how far a step has come.
type StepStatus string

// The step statuses.
const (
	StepPending    StepStatus = "pending"
	StepProcessing StepStatus = "processing"
	StepCompleted  StepStatus = "completed"
	StepFailed     StepStatus = "failed"
	StepSkipped    StepStatus = "skipped"
)

// Step is one step of the work on an upload.
type Step struct {
	Name   StepName   `json:"name"`
	Status StepStatus `json:"status"`
}

// NewSteps returns the steps of an upload whose bytes have just arrived.
func NewSteps() []Step {
	return []Step{
		{StepUploaded, StepCompleted},
		{StepEXIF, StepPending},
		{StepThumbnails, StepPending},
		{StepOptimization, StepPending},
	}
}

// Upload is a file that was received, and the work of deriving pictures from it.
type Upload struct {
	ID               string // unguessable
	UserID           int64
	SHA256           string // of the original, hex; names its blob
	OriginalFilename string
	Size             int64 // bytes
	MIMEType         string
	Status           UploadStatus
	Steps            []Step
	Progress         int // 0–100
	EXIFExtracted    bool
	Error            Failure // why it failed, or what it waits for
	DuplicateOf      string  // an earlier upload of the same bytes by the same user
	PhotoID          int64   // 0 while no photo took it
	Details          PictureDetails
	Picture          Picture
	CreatedAt        time.Time
	UpdatedAt        time.Time
	StartedAt        *time.Time // of the latest processing
}

// CurrentStep returns the step that is at work or comes next, or the last one.
func (u *Upload) CurrentStep() StepName {
	for _, step := range u.Steps {
		if step.Status == StepProcessing || step.Status == StepPending || step.Status == StepFailed {
			return step.Name
		}
	}
	return StepOptimization
}

// PictureDetails is what the file itself says of the picture.
type PictureDetails struct {
	EXIF        EXIF          `json:"exif"`
	TakenAt     *time.Time    `json:"taken_at"` // UTC
	TakenOffset time.Duration `json:"taken_offset"`
	Location    Location      `json:"location"`
	Altitude    *float64      `json:"altitude"` // metres
	Title       string        `json:"title"`
	Caption     string        `json:"caption"`
	Keywords    []string      `json:"keywords"`
	Creator     string        `json:"creator"`
	Copyright   string        `json:"copyright"`
	Rating      *int          `json:"rating"` // 0–5
}

// OrphanRetention is how long an upload that no photo took is kept.
const OrphanRetention = 30 * 24 * time.Hour
