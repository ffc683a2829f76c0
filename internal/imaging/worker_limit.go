//go:build !race

package imaging

// addressSpace bounds the memory that a worker may map.
const addressSpace = 3 << 30
