package vitrine

import (
	"encoding/json"
	"strings"
)

// Failure is why work on something failed: the sentence for people, and if it is
// one of those below, its word and figures. It is one text, so that it is kept
// where a message alone would be; "" is none.
type Failure string

// recorded is a failure of a known reason as it is kept.
type recorded struct {
	Message string         `json:"message"`
	Reason  string         `json:"reason"`
	Params  map[string]any `json:"params,omitempty"`
}

// The reasons why no pictures are made of a file, or not yet.
const (
	FailureUnsupported   Reason = "unsupported: the file is not a picture of a type that can be read here"
	FailureTooManyPixels Reason = "too_many_pixels: the picture has {megapixels} megapixels; the limit is {max}"
	FailureUndecodable   Reason = "undecodable: the picture is damaged or cut short and cannot be read"
	FailureCrashed       Reason = "crashed: the decoder breaks down over this picture"
	FailureDeadline      Reason = "deadline: the picture takes too long to decode"
	FailureNoLibrary     Reason = "no_library: the server lacks what pictures are made with"
	FailureNoRoom        Reason = "no_room: there is no room left to keep files"
	FailureReadOnly      Reason = "read_only: files cannot be kept at present"
	FailureBusy          Reason = "busy: the server is busy"
	FailureInternal      Reason = "internal: the pictures could not be made on this server; its log says why"
)

// UploadFailures lists the reasons why no pictures are made of a file.
func UploadFailures() []Reason {
	return []Reason{
		FailureUnsupported, FailureTooManyPixels, FailureUndecodable, FailureCrashed, FailureDeadline,
		FailureNoLibrary, FailureNoRoom, FailureReadOnly, FailureBusy, FailureInternal,
	}
}

// The reasons why a message did not reach a webhook.
const (
	FailureAnswered    Reason = "answered: answered {status}"
	FailureRedirected  Reason = "redirected: answered {status}: redirects are not followed"
	FailureTimeout     Reason = "timeout: did not answer within {seconds} s"
	FailureUnknownHost Reason = "unknown_host: there is no host {host}"
	FailureRefused     Reason = "refused: the host refused the connection"
	FailureBrokenOff   Reason = "broken_off: the host broke the connection off"
	FailureCertificate Reason = "certificate: the certificate of the host is not valid: {said}"
	FailureNotPublic   Reason = "not_public: {address} is not a public address; set VITRINE_WEBHOOK_ALLOW_PRIVATE=true to allow it"
	FailureSecret      Reason = "secret: the secret cannot be read with the key of this server; rotate it"
	FailureUnreached   Reason = "unreached: the host was not reached: {said}"
)

// DeliveryFailures lists the reasons why a message did not reach a webhook.
func DeliveryFailures() []Reason {
	return []Reason{
		FailureAnswered, FailureRedirected, FailureTimeout, FailureUnknownHost, FailureRefused, FailureBrokenOff,
		FailureCertificate, FailureNotPublic, FailureSecret, FailureUnreached,
	}
}

// The reasons why a backup failed, besides those of the storage.
const (
	FailureFilesMissing Reason = "files_missing: {count} files of the library are missing or damaged, {file} the first; the backup holds all else"
	FailureNotAllowed   Reason = "not_allowed: the server may not write to the folder of the backups"
	FailureOther        Reason = "other: {said}"
)

// BackupFailures lists the reasons why a backup failed.
func BackupFailures() []Reason {
	return []Reason{FailureFilesMissing, FailureNoRoom, FailureReadOnly, FailureNotAllowed, FailureOther}
}

// Fail returns the failure of that reason. The figures are those that it names,
// in its order.
func (r Reason) Fail(figures ...any) Failure {
	message, params := r.say(figures)
	return record(recorded{message, r.Word(), params})
}

// Said returns the failure of that reason with a message that says more.
func (r Reason) Said(message string, figures ...any) Failure {
	_, params := r.say(figures)
	return record(recorded{message, r.Word(), params})
}

func record(r recorded) Failure {
	text, err := json.Marshal(r)
	if err != nil {
		return Failure(r.Message)
	}
	return Failure(text)
}

// read returns what is known of the failure; of one that was kept as a message
// alone, that.
func (f Failure) read() (r recorded) {
	if !strings.HasPrefix(string(f), `{"message":`) || json.Unmarshal([]byte(f), &r) != nil {
		r.Message = string(f)
	}
	return r
}

// Message returns the sentence for people, in English, or "".
func (f Failure) Message() string { return f.read().Message }

// Reason returns the word of its reason, or "" if that is not known.
func (f Failure) Reason() string { return f.read().Reason }

// Params returns the figures in the sentence by their names.
func (f Failure) Params() map[string]any { return f.read().Params }
