package webhook

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"syscall"

	"github.com/vitrine-photos/vitrine"
)

// failure says why a receiver was not reached, without the address, which whoever
// reads it knows.
func (w *Webhooks) failure(err error) vitrine.Failure {
	if errors.Is(err, context.DeadlineExceeded) {
		return vitrine.FailureTimeout.Said(fmt.Sprintf("did not answer within %s", w.Timeout), w.Timeout.Seconds())
	}
	if request, ok := errors.AsType[*url.Error](err); ok {
		err = request.Err
	}
	return unreached(err)
}

// unreached is the failure of an attempt that ended before there was an answer.
func unreached(err error) vitrine.Failure {
	text := err.Error()
	if refused, ok := errors.AsType[*notPublicError](err); ok {
		return vitrine.FailureNotPublic.Said(text, refused.address)
	}
	if lookup, ok := errors.AsType[*net.DNSError](err); ok && lookup.IsNotFound {
		return vitrine.FailureUnknownHost.Said(text, lookup.Name)
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return vitrine.FailureCertificate.Said(text, text)
	}
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return vitrine.FailureRefused.Said(text)
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return vitrine.FailureBrokenOff.Said(text)
	}
	return vitrine.FailureUnreached.Said(text, text)
}
