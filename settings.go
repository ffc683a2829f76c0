package vitrine

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Settings are what the photographer may change while the service runs.
type Settings struct {
	General GeneralSettings `json:"general"`
	Upload  UploadSettings  `json:"upload"`
	Image   ImageSettings   `json:"image"`
	Display DisplaySettings `json:"display"`
}

// GeneralSettings say whose site this is.
type GeneralSettings struct {
	SiteTitle       string `json:"site_title"`
	SiteDescription string `json:"site_description"`
	SiteKeywords    string `json:"site_keywords"`
	SiteAuthor      string `json:"site_author"`
	SiteEmail       string `json:"site_email"`
}

// UploadSettings bound what is accepted.
type UploadSettings struct {
	MaxFileSize        int64    `json:"max_file_size"` // bytes
	AllowedTypes       []string `json:"allowed_types"` // MIME types
	MaxFilesPerBatch   int      `json:"max_files_per_batch"`
	AutoPublish        bool     `json:"auto_publish"`
	GenerateThumbnails bool     `json:"generate_thumbnails"`
}

// ImageSettings shape the derived files.
type ImageSettings struct {
	QualityJPG       int  `json:"quality_jpg"`
	QualityWebP      int  `json:"quality_webp"`
	MaxWidth         int  `json:"max_width"`  // pixels, of jpg
	MaxHeight        int  `json:"max_height"` // pixels, of jpg
	WatermarkEnabled bool `json:"watermark_enabled"`
	AVIFEnabled      bool `json:"avif_enabled"`
}

// DisplaySettings shape the public site.
type DisplaySettings struct {
	PhotosPerPage         int    `json:"photos_per_page"`
	ThumbnailSize         int    `json:"thumbnail_size"` // pixels, longest side of thumb_medium
	ThemePrimaryColor     string `json:"theme_primary_color"`
	ThemeSecondaryColor   string `json:"theme_secondary_color"`
	EnableDarkMode        bool   `json:"enable_dark_mode"`
	EnableAnimations      bool   `json:"enable_animations"`
	SlideshowSeconds      int    `json:"slideshow_seconds"` // that each photo of a slide show stays
	Look                  string `json:"look"`
	ShowEXIF              bool   `json:"show_exif"`
	ShowLocation          bool   `json:"show_location"` // also places read from the picture
	AllowOriginalDownload bool   `json:"allow_original_download"`
	LicenseURL            string `json:"license_url"` // of the photographs
}

// Looks lists the looks of the public site.
func Looks() []string { return []string{"editorial", "dark"} }

// UploadTypes lists the MIME types that can be derived from.
func UploadTypes() []string {
	return []string{
		"image/jpeg", "image/png", "image/webp", "image/avif", "image/heic", "image/tiff", "image/gif",
	}
}

// DefaultSettings returns the settings of a new service.
func DefaultSettings() Settings {
	return Settings{
		General: GeneralSettings{SiteTitle: "Portfolio"},
		Upload: UploadSettings{
			MaxFileSize: 200 << 20, AllowedTypes: UploadTypes(),
			MaxFilesPerBatch: 20, GenerateThumbnails: true,
		},
		Image: ImageSettings{QualityJPG: 85, QualityWebP: 80, MaxWidth: 2560, MaxHeight: 2560},
		Display: DisplaySettings{
			PhotosPerPage: 24, ThumbnailSize: 640,
			ThemePrimaryColor: "#1f2937", ThemeSecondaryColor: "#b45309",
			EnableDarkMode: true, EnableAnimations: true, SlideshowSeconds: 5, Look: "editorial", ShowEXIF: true,
		},
	}
}

// SettingGroup is one of the four groups.
type SettingGroup string

// The groups of settings.
const (
	GeneralGroup SettingGroup = "general"
	UploadGroup  SettingGroup = "upload"
	ImageGroup   SettingGroup = "image"
	DisplayGroup SettingGroup = "display"
)

// SettingGroups lists the groups.
func SettingGroups() []SettingGroup {
	return []SettingGroup{GeneralGroup, UploadGroup, ImageGroup, DisplayGroup}
}

// Setting describes one setting: the flat key under which it is sent and
// stored, its range, and what it does.
type Setting struct {
	Key         string
	Group       SettingGroup
	Description string
	Min, Max    int64                              // of a number; both 0: none
	Allowed     []string                           // of a text or list; nil: any
	check       func(f *Faults, key, value string) // of a text
	at          func(*Settings) any
}

// Member returns the name that the setting has in its group.
func (d Setting) Member() string { return strings.TrimPrefix(d.Key, string(d.Group)+"_") }

// SettingList describes every setting.
func SettingList() []Setting {
	return slices.Concat(generalSettings(), uploadSettings(), imageSettings(), displaySettings())
}

func generalSettings() []Setting {
	return []Setting{
		{
			Key: "site_title", Group: GeneralGroup, Max: MaxName, Description: "Name of the site.",
			at: func(s *Settings) any { return &s.General.SiteTitle },
		},
		{
			Key: "site_description", Group: GeneralGroup, Max: MaxDescription, Description: "What the site shows, for search engines and previews.",
			at: func(s *Settings) any { return &s.General.SiteDescription },
		},
		{
			Key: "site_keywords", Group: GeneralGroup, Max: MaxDescription, Description: "Keywords, separated by commas.",
			at: func(s *Settings) any { return &s.General.SiteKeywords },
		},
		{
			Key: "site_author", Group: GeneralGroup, Max: MaxName, Description: "The photographer's name.",
			at: func(s *Settings) any { return &s.General.SiteAuthor },
		},
		{
			Key: "site_email", Group: GeneralGroup, Max: MaxName, check: emptyOrEmail, Description: "Address for visitors to write to.",
			at: func(s *Settings) any { return &s.General.SiteEmail },
		},
	}
}

func uploadSettings() []Setting {
	return []Setting{
		{
			Key: "upload_max_file_size", Group: UploadGroup, Min: 1 << 10, Max: 2 << 30, Description: "Largest file accepted, in bytes.",
			at: func(s *Settings) any { return &s.Upload.MaxFileSize },
		},
		{
			Key: "upload_allowed_types", Group: UploadGroup, Allowed: UploadTypes(), Description: "MIME types accepted. The content decides, not the name.",
			at: func(s *Settings) any { return &s.Upload.AllowedTypes },
		},
		{
			Key: "upload_max_files_per_batch", Group: UploadGroup, Min: 1, Max: 100, Description: "Most files in one multiple upload.",
			at: func(s *Settings) any { return &s.Upload.MaxFilesPerBatch },
		},
		{
			Key: "upload_auto_publish", Group: UploadGroup, Description: "Publish new photos that have a file and name no status.",
			at: func(s *Settings) any { return &s.Upload.AutoPublish },
		},
		{
			Key: "upload_generate_thumbnails", Group: UploadGroup, Description: "Derive the pictures as soon as a file arrives; otherwise when reprocessing is asked for.",
			at: func(s *Settings) any { return &s.Upload.GenerateThumbnails },
		},
	}
}

func imageSettings() []Setting {
	return []Setting{
		{
			Key: "image_quality_jpg", Group: ImageGroup, Min: 1, Max: 100, Description: "Quality of JPEG pictures.",
			at: func(s *Settings) any { return &s.Image.QualityJPG },
		},
		{
			Key: "image_quality_webp", Group: ImageGroup, Min: 1, Max: 100, Description: "Quality of WebP pictures.",
			at: func(s *Settings) any { return &s.Image.QualityWebP },
		},
		{
			Key: "image_max_width", Group: ImageGroup, Min: 320, Max: 16384, Description: "Greatest width of the jpg format, in pixels.",
			at: func(s *Settings) any { return &s.Image.MaxWidth },
		},
		{
			Key: "image_max_height", Group: ImageGroup, Min: 320, Max: 16384, Description: "Greatest height of the jpg format, in pixels.",
			at: func(s *Settings) any { return &s.Image.MaxHeight },
		},
		{
			Key: "image_watermark_enabled", Group: ImageGroup, Description: "Write the author's or the site's name into the large pictures.",
			at: func(s *Settings) any { return &s.Image.WatermarkEnabled },
		},
		{
			Key: "image_avif_enabled", Group: ImageGroup, Description: "Also make an AVIF of display size, later and at low priority.",
			at: func(s *Settings) any { return &s.Image.AVIFEnabled },
		},
	}
}

func displaySettings() []Setting {
	return []Setting{
		{
			Key: "display_photos_per_page", Group: DisplayGroup, Min: 1, Max: 100, Description: "Photos on a page of the site.",
			at: func(s *Settings) any { return &s.Display.PhotosPerPage },
		},
		{
			Key: "display_thumbnail_size", Group: DisplayGroup, Min: 100, Max: 1024, Description: "Longest side of thumb_medium, in pixels.",
			at: func(s *Settings) any { return &s.Display.ThumbnailSize },
		},
		{
			Key: "display_theme_primary_color", Group: DisplayGroup, check: validColor, Description: "Main colour of the site.",
			at: func(s *Settings) any { return &s.Display.ThemePrimaryColor },
		},
		{
			Key: "display_theme_secondary_color", Group: DisplayGroup, check: validColor, Description: "Accent colour of the site.",
			at: func(s *Settings) any { return &s.Display.ThemeSecondaryColor },
		},
		{
			Key: "display_enable_dark_mode", Group: DisplayGroup, Description: "Follow the visitor's dark mode.",
			at: func(s *Settings) any { return &s.Display.EnableDarkMode },
		},
		{
			Key: "display_enable_animations", Group: DisplayGroup, Description: "Animate transitions, unless the visitor prefers less motion.",
			at: func(s *Settings) any { return &s.Display.EnableAnimations },
		},
		{
			Key: "display_slideshow_seconds", Group: DisplayGroup, Min: 1, Max: 60, Description: "Time that each photo of a slide show stays, in seconds.",
			at: func(s *Settings) any { return &s.Display.SlideshowSeconds },
		},
		{
			Key: "display_look", Group: DisplayGroup, Allowed: Looks(), Description: "Look of the public site.",
			at: func(s *Settings) any { return &s.Display.Look },
		},
		{
			Key: "display_show_exif", Group: DisplayGroup, Description: "Show camera data to the public.",
			at: func(s *Settings) any { return &s.Display.ShowEXIF },
		},
		{
			Key: "display_show_location", Group: DisplayGroup, Description: "Show places read from the pictures to the public.",
			at: func(s *Settings) any { return &s.Display.ShowLocation },
		},
		{
			Key: "display_allow_original_download", Group: DisplayGroup, Description: "Let the public download originals, without position and serial numbers.",
			at: func(s *Settings) any { return &s.Display.AllowOriginalDownload },
		},
		{
			Key: "display_license_url", Group: DisplayGroup, Max: MaxURL, check: emptyOrWebURL, Description: "Address of the licence of the photographs, for search engines.",
			at: func(s *Settings) any { return &s.Display.LicenseURL },
		},
	}
}

// Value returns the setting's value in s, for JSON.
func (d Setting) Value(s Settings) any {
	switch p := d.at(&s).(type) {
	case *string:
		return *p
	case *bool:
		return *p
	case *int:
		return *p
	case *int64:
		return *p
	case *[]string:
		return *p
	}
	return nil
}

// Set decodes a JSON value into the setting, or records a fault under its key
// and leaves s unchanged.
func (d Setting) Set(s *Settings, value json.RawMessage, f *Faults) {
	next := *s
	target := d.at(&next)
	if list, ok := target.(*[]string); ok {
		*list = nil // decode into a list of its own, not over the one in s
	}
	if err := json.Unmarshal(value, target); err != nil || string(value) == "null" {
		if d.isNumber() && isWhole(value) {
			f.Add(d.Key, FaultOutOfRange, ReasonBetween, d.Min, d.Max) // larger than any that Go holds
		} else {
			f.Add(d.Key, FaultInvalidType, d.typeReason())
		}
		return
	}
	before := len(*f)
	d.validate(target, f)
	if len(*f) == before {
		*s = next
	}
}

// isWhole reports whether JSON is a number without fraction and exponent.
func isWhole(value json.RawMessage) bool {
	return len(value) > 0 && strings.Trim(strings.TrimPrefix(string(value), "-"), "0123456789") == ""
}

func (d Setting) isNumber() bool {
	switch d.at(&Settings{}).(type) {
	case *int, *int64:
		return true
	}
	return false
}

func (d Setting) typeReason() Reason {
	switch d.at(&Settings{}).(type) {
	case *bool:
		return ReasonBoolean
	case *string:
		return ReasonText
	case *[]string:
		return ReasonTexts
	}
	return ReasonWholeNumber
}

func (d Setting) validate(target any, f *Faults) {
	switch p := target.(type) {
	case *string:
		d.validateText(p, f)
	case *int:
		d.validateNumber(int64(*p), f)
	case *int64:
		d.validateNumber(*p, f)
	case *[]string:
		if len(*p) == 0 {
			f.Add(d.Key, FaultTooShort, ReasonSomeOf, d.Allowed)
		}
		for i, v := range *p {
			RequireOneOf(f, fmt.Sprintf("%s[%d]", d.Key, i), v, d.Allowed)
		}
	}
}

func (d Setting) validateText(p *string, f *Faults) {
	text := Some(*p)
	if d.Max > 0 {
		checkText(f, d.Key, &text, int(d.Max))
	}
	*p = text.Value
	if d.Allowed != nil {
		RequireOneOf(f, d.Key, *p, d.Allowed)
	}
	if d.check != nil {
		d.check(f, d.Key, *p)
	}
}

func (d Setting) validateNumber(n int64, f *Faults) {
	if n < d.Min || n > d.Max {
		f.Add(d.Key, FaultOutOfRange, ReasonBetween, d.Min, d.Max)
	}
}

func validColor(f *Faults, key, value string) {
	checkColor(f, key, Some(value))
}

func emptyOrWebURL(f *Faults, key, value string) {
	if value != "" {
		checkWebURL(f, key, value)
	}
}

func emptyOrEmail(f *Faults, key, value string) {
	if value != "" {
		checkEmail(f, key, value)
	}
}
