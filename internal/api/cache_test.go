package api

import "testing"

func TestFormatSize(t *testing.T) {
	t.Parallel()
	for bytes, want := range map[int64]string{
		0: "0 B", 999: "999 B", 1000: "1.0 kB", 1_500_000: "1.5 MB", 999_949: "999.9 kB", 999_950: "1.0 MB",
		1 << 40: "1.1 TB", 1<<63 - 1: "9.2 EB",
	} {
		if got := formatSize(bytes); got != want {
			t.Errorf("%d bytes are %q, want %q", bytes, got, want)
		}
	}
}
