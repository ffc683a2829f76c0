package wire_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/vitrine-photos/vitrine/internal/imaging/wire"
)

// echo returns a connection that receives what it sends.
func echo() *wire.Conn {
	var b bytes.Buffer
	return wire.New(&b, &b)
}

func TestMessages(t *testing.T) {
	t.Parallel()
	conn := echo()
	if err := conn.SendJSON(wire.Job, map[string]int{"Size": 3}); err != nil {
		t.Fatal(err)
	}
	if err := conn.Send(wire.End, nil); err != nil {
		t.Fatal(err)
	}
	kind, payload, err := conn.Receive()
	if kind != wire.Job || string(payload) != `{"Size":3}` || err != nil {
		t.Errorf("received %q %s, %v", kind, payload, err)
	}
	if kind, payload, err = conn.Receive(); kind != wire.End || len(payload) != 0 || err != nil {
		t.Errorf("received %q %s, %v", kind, payload, err)
	}
	if _, _, err = conn.Receive(); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
}

func TestBodies(t *testing.T) {
	t.Parallel()
	for _, size := range []int{0, 1, wire.MaxFrame, wire.MaxFrame + 1, 3*wire.MaxFrame - 7} {
		conn := echo()
		data := bytes.Repeat([]byte("0123456789abcdef"), size/16+1)[:size]
		if err := conn.SendBody(data[:size/3], data[size/3:]); err != nil {
			t.Fatal(err)
		}
		if err := conn.Send(wire.Hello, nil); err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(conn.Body(int64(size)))
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("a body of %d bytes came as %d, %v", size, len(got), err)
		}
		if kind, _, err := conn.Receive(); kind != wire.Hello || err != nil {
			t.Errorf("after a body of %d bytes: %q, %v", size, kind, err)
		}
	}
}

func TestBodiesOfAnotherLength(t *testing.T) {
	t.Parallel()
	for _, announced := range []int64{0, 4, 6} {
		conn := echo()
		if err := conn.SendBody([]byte("12345")); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(conn.Body(announced)); !errors.Is(err, wire.ErrProtocol) {
			t.Errorf("5 bytes where %d were announced: %v", announced, err)
		}
	}
}

func TestBrokenFrames(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		bytes string
		want  error
	}{
		"a header cut short":  {"D\x00\x00", io.ErrUnexpectedEOF},
		"a payload cut short": {"J\x00\x00\x00\x05abc", io.ErrUnexpectedEOF},
		"an immense frame":    {"J\xff\xff\xff\xffabc", wire.ErrProtocol},
	} {
		conn := wire.New(bytes.NewReader([]byte(test.bytes)), io.Discard)
		if _, _, err := conn.Receive(); !errors.Is(err, test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	conn := echo()
	if err := conn.Send(wire.Data, make([]byte, wire.MaxFrame+1)); err == nil {
		t.Error("a frame over the limit was sent")
	}
}

func FuzzReceive(f *testing.F) {
	f.Add([]byte("J\x00\x00\x00\x02{}D\x00\x00\x00\x03abcE\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		conn := wire.New(bytes.NewReader(data), io.Discard)
		for {
			_, payload, err := conn.Receive()
			if err != nil {
				return
			}
			if len(payload) > len(data) {
				t.Fatal("more was received than sent")
			}
			body, err := io.ReadAll(conn.Body(3))
			if err == nil && len(body) != 3 {
				t.Fatalf("a body of 3 bytes came as %d", len(body))
			}
		}
	})
}
