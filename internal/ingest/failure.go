package ingest

import (
	"errors"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/blob"
	"github.com/vitrine-photos/vitrine/internal/imaging"
)

// verdict says what the photographer is told of a failure, and whether it is the
// picture's own, so that trying again is of no use.
func verdict(cause error) (why vitrine.Failure, final bool) {
	if failure, ok := errors.AsType[*imaging.Error](cause); ok {
		return ofPicture(failure), failure.Kind != imaging.NoLibrary
	}
	if lack, ok := errors.AsType[*vitrine.Error](cause); ok && lack.Code == vitrine.CodeUnavailable {
		return ofLack(lack), false
	}
	return vitrine.FailureInternal.Fail(), false
}

// ofPicture is the failure of a picture in the words of the service.
func ofPicture(failure *imaging.Error) vitrine.Failure {
	switch failure.Kind {
	case imaging.TooManyPixels:
		return vitrine.FailureTooManyPixels.Said(failure.Message, failure.Megapixels, failure.Limit)
	case imaging.Undecodable:
		return vitrine.FailureUndecodable.Said(failure.Message)
	case imaging.Crashed:
		return vitrine.FailureCrashed.Said(failure.Message)
	case imaging.Deadline:
		return vitrine.FailureDeadline.Said(failure.Message)
	case imaging.NoLibrary:
		return vitrine.FailureNoLibrary.Said(failure.Message)
	}
	return vitrine.FailureUnsupported.Said(failure.Message)
}

// ofLack is what the work waits for.
func ofLack(lack *vitrine.Error) vitrine.Failure {
	switch {
	case errors.Is(lack, blob.ErrNoSpace):
		return vitrine.FailureNoRoom.Said(lack.Message)
	case errors.Is(lack, blob.ErrReadOnly):
		return vitrine.FailureReadOnly.Said(lack.Message)
	}
	return vitrine.FailureBusy.Said(lack.Message)
}
