package site

import (
	"embed"
	"encoding/json"
	"fmt"
	"time"
)

//go:embed locales/*.json
var localeFiles embed.FS

// language is one that the site's own words are in. What the photographer wrote
// is shown as it is in all of them.
type language struct {
	Tag    string // BCP 47, for HTML
	Name   string // in itself
	Prefix string // of the addresses; "" for the default
	dates  dateLayouts
	words  map[string]string // by the English text
}

// dateLayouts are how a language writes dates, in the notation of package time.
type dateLayouts struct{ day, month, monthName string }

// loadLanguages returns the languages, the default one first.
func loadLanguages() ([]*language, error) {
	chinese, err := loadWords("zh")
	if err != nil {
		return nil, err
	}
	return []*language{
		{Tag: "en", Name: "English", dates: dateLayouts{day: "2 January 2006", month: "January 2006", monthName: "January"}},
		{Tag: "zh-CN", Name: "中文", Prefix: "/zh", dates: dateLayouts{day: "2006年1月2日", month: "2006年1月", monthName: "1月"}, words: chinese},
	}, nil
}

func loadWords(name string) (words map[string]string, err error) {
	text, err := localeFiles.ReadFile("locales/" + name + ".json")
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &words); err != nil {
		return nil, fmt.Errorf("locales/%s.json: %w", name, err)
	}
	return words, nil
}

// say returns the English text in the language, with its arguments filled in.
func (l *language) say(english string, args ...any) string {
	text, ok := l.words[english]
	if !ok {
		text = english
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// count is say for a number of things: the texts hold one %d.
func (l *language) count(n int, one, many string) string {
	if n == 1 {
		return l.say(one, n)
	}
	return l.say(many, n)
}

// day writes the date that a time shows in its own zone.
func (l *language) day(t time.Time) string { return t.Format(l.dates.day) }

// month writes a month of a year.
func (l *language) month(year int, month time.Month) string {
	return time.Date(year, month, 1, 0, 0, 0, 0, time.UTC).Format(l.dates.month)
}

// monthName writes a month whose year is known.
func (l *language) monthName(month time.Month) string {
	return time.Date(2000, month, 1, 0, 0, 0, 0, time.UTC).Format(l.dates.monthName)
}

// at returns the address of a page in the language.
func (l *language) at(path string) string {
	if l.Prefix != "" && path == "/" {
		return l.Prefix + "/"
	}
	return l.Prefix + path
}
