package ingest

import (
	"cmp"
	"sync"
	"time"
)

// pace is the measured speed of deriving, from which the remaining time of an
// upload is estimated. The zero value knows nothing yet.
type pace struct {
	mu         sync.Mutex
	perByte    float64 // seconds; 0 until measured
	perPicture float64 // seconds; 0 until measured
}

// The estimates before anything was measured, in seconds: one for a file of
// 10 MiB, one for a picture of unknown size.
const (
	initialPerByte    = 1.0 / (10 << 20)
	initialPerPicture = 1.0
)

// smoothing is the weight of the newest measurement.
const smoothing = 0.2

// minimumWork is the least time that a picture takes, however small its file.
const minimumWork = 200 * time.Millisecond

// measured records that a file of size bytes took so long.
func (p *pace) measured(size int64, took time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.perByte = smooth(p.perByte, took.Seconds()/float64(max(size, 1)))
	p.perPicture = smooth(p.perPicture, took.Seconds())
}

func smooth(average, sample float64) float64 {
	if average == 0 {
		return sample
	}
	return average + smoothing*(sample-average)
}

// expect returns how long a file of size bytes should take.
func (p *pace) expect(size int64) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return max(minimumWork, seconds(cmp.Or(p.perByte, initialPerByte)*float64(size)))
}

// typical returns how long a file of the usual size should take.
func (p *pace) typical() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return max(minimumWork, seconds(cmp.Or(p.perPicture, initialPerPicture)))
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
