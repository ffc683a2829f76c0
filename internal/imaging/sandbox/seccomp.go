package sandbox

import (
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Offsets into struct seccomp_data, which the filter looks at.
const (
	offsetCall     = 0
	offsetArch     = 4
	offsetFirstArg = 16 // its low half on the little-endian machines served here
)

// x32Bit marks calls of the x32 interface of x86-64: the same calls under other
// numbers, so they are refused whole.
const x32Bit = 0x40000000

// denied lists the system calls that a decoder never needs and an intruder does.
func denied() []rule {
	calls := []uint32{
		// Networks.
		unix.SYS_SOCKET, unix.SYS_SOCKETPAIR, unix.SYS_CONNECT, unix.SYS_BIND,
		unix.SYS_LISTEN, unix.SYS_ACCEPT, unix.SYS_ACCEPT4,
		// Other processes.
		unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV,
		unix.SYS_KILL, unix.SYS_TKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO,
		unix.SYS_PIDFD_OPEN, unix.SYS_PIDFD_GETFD, unix.SYS_PIDFD_SEND_SIGNAL, unix.SYS_KCMP,
		unix.SYS_SETPRIORITY, unix.SYS_IOPRIO_SET, unix.SYS_SCHED_SETAFFINITY, unix.SYS_SCHED_SETSCHEDULER,
		unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETATTR, unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES,
		// The kernel's wide or young doors.
		unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD,
		unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
		unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
		// Namespaces, mounts, and ways around paths.
		unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT,
		unix.SYS_CHROOT, unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT, unix.SYS_FSOPEN, unix.SYS_FSMOUNT,
		unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_FANOTIFY_INIT,
		// The machine.
		unix.SYS_REBOOT, unix.SYS_KEXEC_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE,
		unix.SYS_DELETE_MODULE, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_SYSLOG,
		unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_SETHOSTNAME, unix.SYS_QUOTACTL,
	}
	rules := make([]rule, 0, len(calls)+2)
	for _, call := range calls {
		rules = append(rules, rule{call: call, answer: unix.EPERM})
	}
	return append(rules,
		// Go's scheduler signals its own threads; the process keeps its number when it
		// executes itself again.
		rule{call: unix.SYS_TGKILL, answer: unix.EPERM, test: firstArgOtherThan, value: uint32(os.Getpid())},
		// Limits are read and set by this call; 0 is the calling process. Those of
		// another one of the same user, the service, would end it as surely as a signal.
		rule{call: unix.SYS_PRLIMIT64, answer: unix.EPERM, test: firstArgOtherThan, value: 0})
}

// sealed lists what is denied once nothing has to be executed any more. clone3
// hides its flags from filters; the answer "no such call" makes the C library use
// clone.
func sealed() []rule {
	return append([]rule{
		{call: unix.SYS_EXECVE, answer: unix.EPERM},
		{call: unix.SYS_EXECVEAT, answer: unix.EPERM},
		{call: unix.SYS_CLONE3, answer: unix.ENOSYS},
		{call: unix.SYS_CLONE, answer: unix.EPERM, test: firstArgLacks, value: unix.CLONE_THREAD},
	}, forkCalls()...)
}

// argTest is a condition on the first argument of a call.
type argTest int

const (
	always            argTest = iota
	firstArgOtherThan         // the argument is not the value
	firstArgLacks             // the argument has none of the value's bits
)

// rule answers a system call with an error when its test holds.
type rule struct {
	call   uint32
	answer unix.Errno
	test   argTest
	value  uint32
}

// filterCalls puts the rules before the calling thread's system calls.
func filterCalls(rules []rule, flags uintptr) error {
	program := assemble(rules)
	prog := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(&prog)))
	if errno != 0 {
		return fmt.Errorf("sandbox: seccomp: %w", errno)
	}
	return nil
}

// assemble writes the rules as a BPF program: another machine's calls kill the
// process, each rule stands for itself, and all else is allowed.
func assemble(rules []rule) []unix.SockFilter {
	const (
		load  = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		equal = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		least = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
		bits  = unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K
		give  = unix.BPF_RET | unix.BPF_K
	)
	refuse := func(errno unix.Errno) unix.SockFilter {
		return unix.SockFilter{Code: give, K: unix.SECCOMP_RET_ERRNO | uint32(errno)}
	}
	allow := unix.SockFilter{Code: give, K: unix.SECCOMP_RET_ALLOW}
	program := []unix.SockFilter{
		{Code: load, K: offsetArch},
		{Code: equal, K: auditArch, Jt: 1},
		{Code: give, K: unix.SECCOMP_RET_KILL_PROCESS},
		{Code: load, K: offsetCall},
		{Code: least, K: x32Bit, Jf: 1},
		refuse(unix.ENOSYS),
	}
	for _, r := range rules {
		switch r.test {
		case always:
			program = append(program, unix.SockFilter{Code: equal, K: r.call, Jf: 1}, refuse(r.answer))
		case firstArgOtherThan:
			program = append(program, unix.SockFilter{Code: equal, K: r.call, Jf: 4},
				unix.SockFilter{Code: load, K: offsetFirstArg},
				unix.SockFilter{Code: equal, K: r.value, Jt: 1}, refuse(r.answer), allow)
		case firstArgLacks:
			program = append(program, unix.SockFilter{Code: equal, K: r.call, Jf: 4},
				unix.SockFilter{Code: load, K: offsetFirstArg},
				unix.SockFilter{Code: bits, K: r.value, Jt: 1}, refuse(r.answer), allow)
		}
	}
	return append(program, allow)
}
