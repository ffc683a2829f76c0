package bench_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// clockTick is the unit of CPU times in /proc, see proc(5).
const clockTick = 10 * time.Millisecond

// cpuOfTree is the CPU that a process and all below it have used so far,
// children that have ended included.
func cpuOfTree(b *testing.B, pid int) (total time.Duration) {
	b.Helper()
	for _, p := range append(descendants(b, pid), pid) {
		fields := statFields(p)
		if fields == nil {
			continue // it has just ended; its parent counts it
		}
		for _, i := range []int{11, 12, 13, 14} { // utime, stime, cutime, cstime
			ticks, err := strconv.ParseInt(fields[i], 10, 64)
			if err != nil {
				b.Fatal(err)
			}
			total += time.Duration(ticks) * clockTick
		}
	}
	return total
}

// statFields are the fields of /proc/pid/stat after the name, the state first;
// nil if there is no such process.
func statFields(pid int) []string {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	return strings.Fields(rest)
}

// descendants lists the processes below pid.
func descendants(b *testing.B, pid int) (below []int) {
	b.Helper()
	all, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		b.Fatal(err)
	}
	children := map[int][]int{}
	for _, path := range all {
		child, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if err != nil {
			continue
		}
		if fields := statFields(child); fields != nil {
			parent, err := strconv.Atoi(fields[1])
			if err != nil {
				b.Fatal(err)
			}
			children[parent] = append(children[parent], child)
		}
	}
	for queue := children[pid]; len(queue) > 0; queue = queue[1:] {
		below = append(below, queue[0])
		queue = append(queue, children[queue[0]]...)
	}
	return below
}

// memoryOf reads a field such as VmRSS from /proc/pid/status, in bytes.
func memoryOf(b *testing.B, pid int, field string) int64 {
	b.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, field+":"); ok {
			kb, err := strconv.ParseInt(strings.Fields(value)[0], 10, 64)
			if err != nil {
				b.Fatal(err)
			}
			return kb << 10
		}
	}
	b.Fatalf("process %d has no %s", pid, field)
	return 0
}
