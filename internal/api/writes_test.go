package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/vitrine-photos/vitrine"
)

// write is a request that changes something.
type write struct {
	path   string
	body   string
	action string       // what the audit log calls it; "" if it leaves that out
	as     vitrine.Role // super_admin if empty
	header string
}

// writes returns a request that succeeds for each operation that is not a GET, by
// summary. What it needs is made beforehand, for each its own.
func (s *service) writes() map[string]write {
	s.Helper()
	all := map[string]write{}
	for _, some := range []func() map[string]write{s.accountWrites, s.photoWrites, s.uploadWrites, s.sortingWrites, s.shareWrites, s.webhookWrites, s.siteWrites} {
		maps.Copy(all, some())
	}
	return all
}

func (s *service) accountWrites() map[string]write {
	const named = `{"username": "%[1]s", "email": "%[1]s@example.com", "password": "` + password + `"}`
	changed := s.made("/v1/users", fmt.Sprintf(named, "changed"))
	gone := s.made("/v1/users", fmt.Sprintf(named, "gone"))
	return map[string]write{
		"Sign in":           {path: "/v1/auth/login", action: "user.login", body: `{"username": "user", "password": "` + password + `"}`},
		"Refresh a sign-in": {path: "/v1/auth/refresh", body: `{"refresh_token": "` + s.login("user").RefreshToken + `"}`},
		"Register":          {path: "/v1/auth/register", action: "user.register", body: fmt.Sprintf(named, "vivian")},
		"Sign out":          {path: "/v1/auth/logout", action: "user.logout", as: vitrine.RoleUser},
		"Update profile":    {path: "/v1/auth/profile", action: "user.update", body: `{"display_name": "Root"}`},
		"Change password": {
			path: "/v1/auth/password", action: "user.password", as: vitrine.RoleAdmin,
			body: `{"current_password": "` + password + `", "new_password": "clearing winter storm"}`,
		},
		"Create user":         {path: "/v1/users", action: "user.create", body: fmt.Sprintf(named, "lee")},
		"Update user":         {path: at("/v1/users/%d", changed), action: "user.update", body: `{"role": "editor"}`},
		"Delete user":         {path: at("/v1/users/%d", gone), action: "user.delete"},
		"End session of user": {path: s.sessionOf(vitrine.RoleEditor), action: "session.end"},
	}
}

func (s *service) photoWrites() map[string]write {
	changed, deleted := s.publish("One").ID, s.publish("Two").ID
	restored, purged := s.publish("Three").ID, s.publish("Four").ID
	for _, id := range []int64{restored, purged} {
		s.must(s.catalog.DeletePhoto(s.Context(), s.actors[vitrine.RoleAdmin], id, nil))
	}
	return map[string]write{
		"Create photo":  {path: "/v1/photos", action: "photo.create", body: `{"title": "Five"}`},
		"Update photo":  {path: at("/v1/photos/%d", changed), action: "photo.update", body: `{"title": "Uno", "tags": ["new"]}`},
		"Delete photo":  {path: at("/v1/photos/%d", deleted), action: "photo.delete"},
		"Like photo":    {path: at("/v1/photos/%d/like", changed)},
		"Unlike photo":  {path: at("/v1/photos/%d/like", changed)},
		"Restore photo": {path: at("/v1/photos/%d/restore", restored), action: "photo.restore"},
		"Change photos in batch": {
			path: "/v1/photos/batch", action: "photo.update",
			body: at(`{"photo_ids": [%d], "action": "update_status", "data": {"status": "archived"}}`, s.publish("Seven").ID),
		},
		"Purge photo": {path: at("/v1/photos/trash/%d", purged), action: "photo.purge"},
	}
}

func (s *service) uploadWrites() map[string]write {
	single, singleType := form(s, "file/a.jpg", string(picture(s)))
	several, severalType := form(s, "files[]/a.jpg", string(picture(s)))
	arriving, complete := s.begin(len(picture(s))), s.begin(len(picture(s)))
	if w := s.ask("", "PUT", complete.UploadURLs[0], string(picture(s))); w.Code != http.StatusNoContent {
		s.Fatal(w.Body)
	}
	return map[string]write{
		"Upload file":             {path: "/v1/upload/single", action: "upload.create", body: single, header: "Content-Type: " + singleType},
		"Upload files":            {path: "/v1/upload/multiple", action: "upload.create", body: several, header: "Content-Type: " + severalType},
		"Begin chunked upload":    {path: "/v1/upload/chunked/init", action: "chunked_upload.create", body: `{"filename": "a", "file_size": 9, "mime_type": "image/png"}`},
		"Put chunk":               {path: arriving.UploadURLs[0], body: string(picture(s))},
		"Abort chunked upload":    {path: "/v1/upload/chunked/" + s.begin(1).UploadID, action: "chunked_upload.delete"},
		"Complete chunked upload": {path: "/v1/upload/chunked/" + complete.UploadID + "/complete", action: "upload.create"},
		"Find known contents":     {path: "/v1/upload/known", body: `{"sha256": []}`},
		"Reprocess upload":        {path: "/v1/upload/" + s.file() + "/reprocess", action: "upload.reprocess", body: `{"force": true}`},
		"Delete upload":           {path: "/v1/upload/" + s.file(), action: "upload.delete"},
	}
}

func (s *service) shareWrites() map[string]write {
	made := at(`{"title": "For Ada", "photo_ids": [%d], "password": "copper beech"}`, s.publish("Shared").ID)
	changed, gone := s.made("/v1/shares", made), s.made("/v1/shares", made)
	return map[string]write{
		"Create share": {path: "/v1/shares", action: "share.create", body: made},
		"Update share": {path: at("/v1/shares/%d", changed), action: "share.update", body: `{"password": "silver birch"}`},
		"Delete share": {path: at("/v1/shares/%d", gone), action: "share.delete"},
	}
}

func (s *service) webhookWrites() map[string]write {
	const made = `{"url": "https://example.com", "events": ["user.login"]}`
	hook, gone := s.made("/v1/webhooks", made), s.made("/v1/webhooks", made)
	delivery := s.made(at("/v1/webhooks/%d/test", hook), "")
	return map[string]write{
		"Create webhook":           {path: "/v1/webhooks", action: "webhook.create", body: made},
		"Update webhook":           {path: at("/v1/webhooks/%d", hook), action: "webhook.update", body: `{"is_active": false}`},
		"Delete webhook":           {path: at("/v1/webhooks/%d", gone), action: "webhook.delete"},
		"Test webhook":             {path: at("/v1/webhooks/%d/test", hook), action: "webhook.test"},
		"Rotate secret of webhook": {path: at("/v1/webhooks/%d/rotate-secret", hook), action: "webhook.rotate_secret"},
		"Redeliver several to webhook": {
			path: at("/v1/webhooks/%d/deliveries/redeliver", hook), action: "webhook.redeliver", body: at(`{"delivery_ids": [%d]}`, delivery),
		},
		"Redeliver to webhook": {path: at("/v1/webhooks/%d/deliveries/%d/redeliver", hook, delivery), action: "webhook.redeliver"},
	}
}

func (s *service) sortingWrites() map[string]write {
	first := s.made("/v1/categories", `{"name": "Bay"}`)
	category, gone := s.made("/v1/categories", `{"name": "Coast"}`), s.made("/v1/categories", `{"name": "Inland"}`)
	tag, merged, deleted := s.made("/v1/tags", `{"name": "a"}`), s.made("/v1/tags", `{"name": "b"}`), s.made("/v1/tags", `{"name": "c"}`)
	photo := s.publish("Six").ID
	photos := at("/v1/categories/%d/photos", category)
	return map[string]write{
		"Create category":               {path: "/v1/categories", action: "category.create", body: `{"name": "Sea"}`},
		"Update category":               {path: at("/v1/categories/%d", category), action: "category.update", body: `{"name": "Shore"}`},
		"Move category":                 {path: at("/v1/categories/%d/position", category), action: "category.update", body: at(`{"parent_id": null, "before_id": %d}`, first)},
		"Delete category":               {path: at("/v1/categories/%d", gone), action: "category.delete"},
		"Set cover of category":         {path: at("/v1/categories/%d/cover", category), action: "category.update", body: at(`{"photo_id": %d}`, photo)},
		"Assign photos to category":     {path: photos, action: "category.assign", body: at(`{"photo_ids": [%d]}`, photo)},
		"Unassign photos from category": {path: photos, action: "category.unassign", body: at(`{"photo_ids": [%d]}`, photo)},

		"Create tag": {path: "/v1/tags", action: "tag.create", body: `{"name": "d"}`},
		"Update tag": {path: at("/v1/tags/%d", tag), action: "tag.update", body: `{"description": "First."}`},
		"Delete tag": {path: at("/v1/tags/%d", deleted), action: "tag.delete"},
		"Merge tag":  {path: at("/v1/tags/%d/merge", merged), action: "tag.merge", body: at(`{"into": %d}`, tag)},
	}
}

func (s *service) siteWrites() map[string]write {
	const event = `{"title": "Prize", "date": "2026-05-31"}`
	return map[string]write{
		"Create timeline event": {path: "/v1/timeline/events", action: "timeline_event.create", body: event},
		"Update timeline event": {path: at("/v1/timeline/events/%d", s.made("/v1/timeline/events", event)), action: "timeline_event.update", body: `{"title": "Second prize"}`},
		"Delete timeline event": {path: at("/v1/timeline/events/%d", s.made("/v1/timeline/events", event)), action: "timeline_event.delete"},

		"Begin backup":    {path: "/v1/system/backups", action: "backup.begin"},
		"Update settings": {path: "/v1/settings", action: "settings.update", body: `{"site_title": "Light"}`},
		"Clear cache":     {path: "/v1/settings/cache/clear", body: `{"confirm": true}`},
		"Warm cache":      {path: "/v1/settings/cache/warm", body: `{}`},
		"Reset settings":  {path: "/v1/settings/reset", action: "settings.reset", body: `{"categories": ["general"], "confirm": true}`},
	}
}

// carryOut sends the request.
func (s *service) carryOut(method string, w write, id string) *httptest.ResponseRecorder {
	if w.as == "" {
		w.as = vitrine.RoleSuperAdmin
	}
	headers := []string{"X-Request-Id: " + id}
	if w.header != "" {
		headers = append(headers, w.header)
	}
	return s.ask(w.as, strings.ToUpper(method), w.path, w.body, headers...)
}

func at(format string, ids ...any) string { return fmt.Sprintf(format, ids...) }

// made creates a resource and returns its id.
func (s *service) made(path, body string) int64 {
	s.Helper()
	w := s.ask(vitrine.RoleSuperAdmin, "POST", path, body)
	var answer struct{ Data struct{ ID int64 } }
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != http.StatusCreated && w.Code != http.StatusAccepted {
		s.Fatalf("POST %s: got %d %s", path, w.Code, w.Body)
	}
	return answer.Data.ID
}

// sessionOf returns the address of a new session of the user of a role.
func (s *service) sessionOf(role vitrine.Role) string {
	s.Helper()
	tokens := s.login(role)
	actor, err := s.identity.Authenticate(s.Context(), tokens.AccessToken)
	s.must(err)
	return fmt.Sprintf("/v1/users/%d/sessions/%s", tokens.User.ID, actor.SessionID)
}
