//go:build race

package imaging

// addressSpace is unbounded: the race detector maps terabytes of shadow memory.
const addressSpace = 0
