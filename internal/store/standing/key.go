package standing

import (
	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store/calendar"
)

// Month returns the month of capture on the local wall clock, 202605, or
// nil if it is unknown.
func Month(p *vitrine.Photo) *int64 {
	if p.TakenAt == nil {
		return nil
	}
	month := calendar.MonthOf(p.LocalTakenAt())
	return &month
}

// maxTitleKey bounds the key of a title, in bytes: PostgreSQL indexes no more
// than 2,700. Titles that are alike for so long sort by age.
const maxTitleKey = 1024

// TitleKey returns bytes that sort as titles do for people: by the root
// collation of https://www.unicode.org/reports/tr10/, numbers by their value.
func TitleKey(title string) []byte {
	var buffer collate.Buffer
	key := collate.New(language.Und, collate.Numeric).KeyFromString(&buffer, title)
	return key[:min(len(key), maxTitleKey)]
}
