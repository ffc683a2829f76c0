package vitrine

import (
	"strings"
	"time"
)

// The bounds of chunked uploads.
const (
	MinChunkSize     = 64 << 10 // bytes
	MaxChunkSize     = 64 << 20
	DefaultChunkSize = 8 << 20
	MaxChunks        = 10_000
)

// ChunkedRetention is how long an unfinished chunked upload is kept, and how
// long a finished one remembers what it became.
const ChunkedRetention = 24 * time.Hour

// ChunkedUpload is a large file that is sent in chunks, by anyone who holds the
// signed addresses, in any order. Once it is complete it becomes an Upload.
type ChunkedUpload struct {
	ID        string // unguessable
	UserID    int64
	Version   int64 // moves with each chunk
	Filename  string
	Size      int64   // bytes of the whole
	ChunkSize int64   // bytes of each chunk but the last, which may be shorter
	UploadID  string  // what it became; "" while it is not complete
	Received  []Chunk // by number
	CreatedAt time.Time
	ExpiresAt time.Time
}

// Chunk is a piece of a ChunkedUpload that has arrived.
type Chunk struct {
	Number  int // from 0
	Size    int64
	BlobKey string
}

// TotalChunks returns how many chunks make the file.
func (u *ChunkedUpload) TotalChunks() int { return int(chunksOf(u.Size, u.ChunkSize)) }

func chunksOf(size, chunkSize int64) int64 { return (size + chunkSize - 1) / chunkSize }

// ChunkLength returns how many bytes the chunk has. The error is CodeNotFound for
// a number that none has.
func (u *ChunkedUpload) ChunkLength(number int) (int64, error) {
	if number < 0 || number >= u.TotalChunks() {
		return 0, NotFound("chunk", number)
	}
	return min(u.ChunkSize, u.Size-int64(number)*u.ChunkSize), nil
}

// Missing returns the numbers of the chunks that have not arrived.
func (u *ChunkedUpload) Missing() []int {
	missing := []int{}
	arrived := 0
	for number := range u.TotalChunks() {
		if arrived < len(u.Received) && u.Received[arrived].Number == number {
			arrived++
		} else {
			missing = append(missing, number)
		}
	}
	return missing
}

// ChunkedUploadInput is what a client says of a file before it sends chunks.
type ChunkedUploadInput struct {
	Filename  Optional[string]
	FileSize  Optional[int64]
	MIMEType  Optional[string] // only checked: the content decides
	ChunkSize Optional[int64]
}

// Validate cleans the input in place and reports every field that is wrong.
func (in *ChunkedUploadInput) Validate(f *Faults) {
	requireField(f, "filename", in.Filename)
	requireField(f, "file_size", in.FileSize)
	requireField(f, "mime_type", in.MIMEType)
	checkLine(f, "filename", &in.Filename, MaxName, true)
	checkLine(f, "mime_type", &in.MIMEType, MaxName, true)
	notNull(f, "file_size", in.FileSize)
	notNull(f, "chunk_size", in.ChunkSize)
	if in.FileSize.Present() && in.FileSize.Value < 1 {
		f.Add("file_size", FaultOutOfRange, ReasonMin, 1)
	}
	chunkSize := in.ChunkSize.Or(DefaultChunkSize)
	if chunkSize < MinChunkSize || chunkSize > MaxChunkSize {
		f.Add("chunk_size", FaultOutOfRange, ReasonBetween, MinChunkSize, MaxChunkSize)
	} else if chunksOf(max(1, in.FileSize.Value), chunkSize) > MaxChunks {
		f.Add("chunk_size", FaultOutOfRange, ReasonChunksTooSmall, MaxChunks)
	}
}

// ValidateFor reports what of the input the settings forbid.
func (in *ChunkedUploadInput) ValidateFor(limits UploadSettings, f *Faults) {
	if in.FileSize.Value > limits.MaxFileSize {
		f.Add("file_size", FaultTooLarge, ReasonMaxBytes, Bytes(limits.MaxFileSize))
	}
	if in.MIMEType.Present() {
		RequireOneOf(f, "mime_type", strings.ToLower(in.MIMEType.Value), limits.AllowedTypes)
	}
}
