package app_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-photos/vitrine/internal/app"
)

func TestFindStrangers(t *testing.T) {
	t.Parallel()
	flags := []string{"addr", "base-url", "rate-limit", "backup-dir", "backup-every", "backup-keep", "trusted-proxies"}
	for name, want := range map[string][]app.Stranger{
		"VITRINE_BASE_URL":         nil,
		"VITRINE_DATABASE_URL":     nil,
		"VITRINE_WEBHOOK_SECRET":   nil,
		"VITRINE_TEST_PHOTOS":      nil,
		"BASE_URL":                 nil,
		"PATH":                     nil,
		"VITRINE_BASEURL":          {{Name: "VITRINE_BASEURL", Nearest: "VITRINE_BASE_URL"}},
		"VITRINE_TRUSTED_PROXY":    {{Name: "VITRINE_TRUSTED_PROXY", Nearest: "VITRINE_TRUSTED_PROXIES"}},
		"VITRINE_RATELIMITS":       {{Name: "VITRINE_RATELIMITS", Nearest: "VITRINE_RATE_LIMIT"}},
		"VITRINE_ADDRESS":          {{Name: "VITRINE_ADDRESS", Nearest: "VITRINE_ADDR"}},
		"VITRINE_base_url":         {{Name: "VITRINE_base_url"}},
		"VITRINE_DATABASEURL":      {{Name: "VITRINE_DATABASEURL", Nearest: "VITRINE_DATABASE_URL"}},
		"VITRINE_SOMETHING_OF_OLD": {{Name: "VITRINE_SOMETHING_OF_OLD"}},
	} {
		var cfg app.Config
		cfg.FindStrangers([]string{name + "=x"}, flags)
		if diff := cmp.Diff(want, cfg.Strangers); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
