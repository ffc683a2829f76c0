package openapi

import (
	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-photos/vitrine"
)

// describeReasons says which reasons a field can name, and which sentence each
// of them is, with its figures in braces.
func describeReasons(of string, s *huma.Schema) {
	reasons := map[string]func() []vitrine.Reason{
		"fault": vitrine.FaultReasons, "upload": vitrine.UploadFailures,
		"delivery": vitrine.DeliveryFailures, "backup": vitrine.BackupFailures,
	}[of]
	if reasons == nil {
		return
	}
	sentences := map[string]string{}
	for _, reason := range reasons() {
		s.Enum = append(s.Enum, reason.Word())
		sentences[reason.Word()] = reason.Sentence()
	}
	if s.Nullable {
		s.Enum = append(s.Enum, nil)
	}
	s.Extensions = map[string]any{"x-enumDescriptions": sentences}
}
