package app

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// sizeUnits are what the letters of a size stand for, in bytes.
func sizeUnits() map[string]float64 {
	return map[string]float64{
		"": 1, "B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "PB": 1e15,
		"KIB": 1 << 10, "MIB": 1 << 20, "GIB": 1 << 30, "TIB": 1 << 40, "PIB": 1 << 50,
	}
}

// parseSize reads a number of bytes such as "50GB", "1.5 TiB" or "1000000". The
// empty text is 0.
func parseSize(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	digits := strings.TrimRight(strings.ToUpper(text), "KMGTPIB ")
	unit, known := sizeUnits()[strings.TrimSpace(strings.ToUpper(text)[len(digits):])]
	n, err := strconv.ParseFloat(digits, 64)
	size := n * unit
	if err != nil || !known || !(size >= 1 && size < math.MaxInt64) {
		return 0, errors.New("must be a size such as 50GB, 1.5TiB or 1000000 (bytes)")
	}
	return int64(size), nil
}

// capacity returns how many bytes may be stored: the configured limit, else the
// size of the disk.
func (a *App) capacity() (int64, error) {
	limit, err := parseSize(a.cfg.StorageLimit)
	if err != nil || limit > 0 {
		return limit, err
	}
	var disk unix.Statfs_t
	if err := unix.Statfs(a.cfg.Data, &disk); err != nil {
		return 0, err
	}
	return int64(disk.Blocks) * disk.Bsize, nil
}
