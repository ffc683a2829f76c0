package api

import (
	"net/http"
	"slices"
	"time"

	"github.com/vitrine-photos/vitrine"
)

const (
	get  = http.MethodGet
	post = http.MethodPost
	put  = http.MethodPut
	del  = http.MethodDelete
)

// routes is the table of everything that the API answers: method, path, who may,
// rate class, status of a success, what it does, handler. Each row is served
// under every prefix, and is in the document.
func (a *API) routes() []route {
	return slices.Concat(a.accountRoutes(), a.photoRoutes(), a.uploadRoutes(), a.sortingRoutes(), a.timelineRoutes(),
		a.shareRoutes(), a.webhookRoutes(), a.siteRoutes())
}

func (a *API) accountRoutes() []route {
	return []route{
		{post, "/auth/login", public, authentication, 200, "Sign in", on(a.login)},
		{post, "/auth/refresh", public, authentication, 200, "Refresh a sign-in", on(a.refresh)},
		{post, "/auth/register", public, authentication, 201, "Register", on(a.register).onlyIf(a.mayRegister)},
		{post, "/auth/logout", signedIn, general, 200, "Sign out", on(a.logout)},
		{get, "/auth/profile", signedIn, general, 200, "Get profile", on(a.getProfile)},
		{put, "/auth/profile", signedIn, general, 200, "Update profile", on(a.updateProfile)},
		{put, "/auth/password", signedIn, authentication, 200, "Change password", on(a.changePassword)},

		{get, "/users", vitrine.UserRead, admin, 200, "List users", on(a.listUsers)},
		{post, "/users", vitrine.UserCreate, admin, 201, "Create user", on(a.createUser)},
		{get, "/users/{id}", vitrine.UserRead, admin, 200, "Get user", on(a.getUser)},
		{put, "/users/{id}", vitrine.UserUpdate, admin, 200, "Update user", on(a.updateUser)},
		{del, "/users/{id}", vitrine.UserDelete, admin, 204, "Delete user", on(a.deleteUser)},
		{get, "/users/{id}/sessions", signedIn, admin, 200, "List sessions of user", on(a.listSessions).onlyIf(mayHandleSessions(vitrine.UserRead))},
		{del, "/users/{id}/sessions/{session_id}", signedIn, admin, 204, "End session of user", on(a.endSession).onlyIf(mayHandleSessions(vitrine.UserUpdate))},
	}
}

func (a *API) photoRoutes() []route {
	return []route{
		{get, "/photos", public, general, 200, "List photos", on(a.listPhotos).onlyIf(mayListStatus)},
		{post, "/photos", vitrine.PhotoCreate, general, 201, "Create photo", on(a.createPhoto)},
		{post, "/photos/batch", byAction, general, 200, "Change photos in batch", on(a.batchPhotos).onlyIf(mayBatch)},
		{get, "/photos/search", public, search, 200, "Search photos", on(a.searchPhotos, (*searchQuery).check)},
		{get, "/photos/trash", vitrine.PhotoDelete, general, 200, "List deleted photos", on(a.listTrash)},
		{del, "/photos/trash/{id}", vitrine.PhotoDelete, general, 204, "Purge photo", on(a.purgePhoto)},
		{get, "/photos/{id}", public, general, 200, "Get photo", on(a.getPhoto)},
		{put, "/photos/{id}", vitrine.PhotoUpdate, general, 200, "Update photo", on(a.updatePhoto)},
		{del, "/photos/{id}", vitrine.PhotoDelete, general, 204, "Delete photo", on(a.deletePhoto)},
		{post, "/photos/{id}/like", public, general, 200, "Like photo", on(a.likePhoto)},
		{del, "/photos/{id}/like", public, general, 200, "Unlike photo", on(a.unlikePhoto)},
		{post, "/photos/{id}/restore", vitrine.PhotoDelete, general, 200, "Restore photo", on(a.restorePhoto)},
	}
}

func (a *API) uploadRoutes() []route {
	return []route{
		{post, "/upload/single", vitrine.PhotoCreate, upload, 201, "Upload file", takingForm(filePart, a.takeFile, a.keepFile)},
		{post, "/upload/multiple", vitrine.PhotoCreate, upload, 201, "Upload files", takingForm(filesPart, a.takeFiles, a.keepFiles)},
		{post, "/upload/chunked/init", vitrine.PhotoCreate, upload, 201, "Begin chunked upload", on(a.beginChunked, a.checkChunked)},
		{get, "/upload/chunked/{upload_id}", vitrine.PhotoCreate, unlimited, 200, "Get chunked upload", on(a.getChunked)},
		{del, "/upload/chunked/{upload_id}", vitrine.PhotoCreate, general, 204, "Abort chunked upload", on(a.abortChunked)},
		{put, "/upload/chunked/{upload_id}/chunks/{number}", signed, unlimited, 204, "Put chunk", takingBytes(a.putChunk, (*chunkPath).check).onlyIf(a.holdsSignature)},
		{post, "/upload/chunked/{upload_id}/complete", vitrine.PhotoCreate, general, 201, "Complete chunked upload", on(a.completeChunked)},
		{post, "/upload/known", vitrine.PhotoCreate, general, 200, "Find known contents", on(a.findKnown)},
		{get, "/upload/status/{file_id}", vitrine.PhotoCreate, unlimited, 200, "Get upload status", on(a.getUploadStatus)},
		{post, "/upload/{file_id}/reprocess", vitrine.PhotoUpdate, general, 202, "Reprocess upload", on(a.reprocess)},
		{del, "/upload/{file_id}", vitrine.PhotoCreate, general, 204, "Delete upload", on(a.deleteUpload)},
	}
}

func (a *API) sortingRoutes() []route {
	return []route{
		{get, "/categories", public, general, 200, "List categories", on(a.listCategories)},
		{post, "/categories", vitrine.CategoryCreate, general, 201, "Create category", on(a.createCategory)},
		{get, "/categories/{id}", public, general, 200, "Get category", on(a.getCategory)},
		{put, "/categories/{id}", vitrine.CategoryUpdate, general, 200, "Update category", on(a.updateCategory)},
		{del, "/categories/{id}", vitrine.CategoryDelete, general, 204, "Delete category", on(a.deleteCategory)},
		{put, "/categories/{id}/position", vitrine.CategoryUpdate, general, 200, "Move category", on(a.moveCategory)},
		{put, "/categories/{id}/cover", vitrine.CategoryUpdate, general, 200, "Set cover of category", on(a.setCover)},
		{get, "/categories/{id}/photos", public, general, 200, "List photos of category", on(a.listCategoryPhotos)},
		{post, "/categories/{id}/photos", vitrine.CategoryUpdate, general, 200, "Assign photos to category", on(a.assignPhotos)},
		{del, "/categories/{id}/photos", vitrine.CategoryUpdate, general, 204, "Unassign photos from category", on(a.unassignPhotos)},

		{get, "/tags", public, general, 200, "List tags", on(a.listTags)},
		{post, "/tags", vitrine.TagCreate, general, 201, "Create tag", on(a.createTag)},
		{get, "/tags/suggestions", public, general, 200, "Suggest tags", on(a.suggestTags)},
		{get, "/tags/cloud", public, general, 200, "Get tag cloud", on(a.tagCloud)},
		{get, "/tags/trending", public, general, 200, "List trending tags", on(a.listTrendingTags, (*trendingQuery).check)},
		{get, "/tags/{id}", public, general, 200, "Get tag", on(a.getTag)},
		{put, "/tags/{id}", vitrine.TagUpdate, general, 200, "Update tag", on(a.updateTag)},
		{del, "/tags/{id}", vitrine.TagDelete, general, 204, "Delete tag", on(a.deleteTag)},
		{post, "/tags/{id}/merge", vitrine.TagUpdate, general, 200, "Merge tag", on(a.mergeTag)},
	}
}

func (a *API) timelineRoutes() []route {
	return []route{
		{get, "/timeline", public, general, 200, "Get timeline", on(a.getTimeline)},
		{get, "/timeline/{year}/{month}", public, general, 200, "Get month of timeline", on(a.getTimelineMonth)},
		{post, "/timeline/events", vitrine.PhotoCreate, general, 201, "Create timeline event", on(a.createTimelineEvent)},
		{get, "/timeline/events/{id}", public, general, 200, "Get timeline event", on(a.getTimelineEvent)},
		{put, "/timeline/events/{id}", vitrine.PhotoUpdate, general, 200, "Update timeline event", on(a.updateTimelineEvent)},
		{del, "/timeline/events/{id}", vitrine.PhotoDelete, general, 204, "Delete timeline event", on(a.deleteTimelineEvent)},
	}
}

func (a *API) shareRoutes() []route {
	return []route{
		{get, "/shares", vitrine.PhotoUpdate, general, 200, "List shares", on(a.listShares)},
		{post, "/shares", vitrine.PhotoUpdate, general, 201, "Create share", on(a.createShare)},
		{get, "/shares/{id}", vitrine.PhotoUpdate, general, 200, "Get share", on(a.getShare)},
		{put, "/shares/{id}", vitrine.PhotoUpdate, general, 200, "Update share", on(a.updateShare)},
		{del, "/shares/{id}", vitrine.PhotoUpdate, general, 204, "Delete share", on(a.deleteShare)},
		{get, "/shares/{id}/photos", vitrine.PhotoUpdate, general, 200, "List photos of share", on(a.listSharePhotos)},
		{get, "/shares/{id}/picks", vitrine.PhotoUpdate, general, 200, "List picks of share", on(a.listSharePicks)},
		{get, "/shares/{id}/picks.csv", vitrine.PhotoUpdate, general, 200, "Download picks of share", on(a.downloadSharePicks)},
	}
}

func (a *API) webhookRoutes() []route {
	return []route{
		{get, "/webhooks", vitrine.WebhookRead, admin, 200, "List webhooks", on(a.listWebhooks)},
		{post, "/webhooks", vitrine.WebhookCreate, admin, 201, "Create webhook", on(a.createWebhook)},
		{get, "/webhooks/{id}", vitrine.WebhookRead, admin, 200, "Get webhook", on(a.getWebhook)},
		{put, "/webhooks/{id}", vitrine.WebhookUpdate, admin, 200, "Update webhook", on(a.updateWebhook)},
		{del, "/webhooks/{id}", vitrine.WebhookDelete, admin, 204, "Delete webhook", on(a.deleteWebhook)},
		{post, "/webhooks/{id}/test", vitrine.WebhookUpdate, admin, 202, "Test webhook", on(a.testWebhook)},
		{post, "/webhooks/{id}/rotate-secret", vitrine.WebhookUpdate, admin, 200, "Rotate secret of webhook", on(a.rotateSecret)},
		{get, "/webhooks/{id}/deliveries", vitrine.WebhookRead, admin, 200, "List deliveries of webhook", on(a.listDeliveries)},
		{post, "/webhooks/{id}/deliveries/redeliver", vitrine.WebhookUpdate, admin, 202, "Redeliver several to webhook", on(a.redeliverAll)},
		{post, "/webhooks/{id}/deliveries/{delivery_id}/redeliver", vitrine.WebhookUpdate, admin, 202, "Redeliver to webhook", on(a.redeliver)},
	}
}

func (a *API) siteRoutes() []route {
	return []route{
		{get, "/settings", public, general, 200, "Get settings", on(a.getSettings)},
		{put, "/settings", vitrine.SettingsUpdate, admin, 200, "Update settings", on(a.updateSettings)},
		{post, "/settings/reset", vitrine.SettingsUpdate, admin, 200, "Reset settings", on(a.resetSettings)},
		{post, "/settings/cache/clear", vitrine.SettingsUpdate, admin, 200, "Clear cache", on(a.clearCache)},
		{post, "/settings/cache/warm", vitrine.SettingsUpdate, admin, 200, "Warm cache", on(a.warmCache)},
		{get, "/settings/cache/stats", vitrine.SettingsRead, admin, 200, "Get cache statistics", on(a.getCacheStats)},

		{get, "/dashboard/stats", vitrine.SettingsRead, admin, 200, "Get dashboard", on(a.getDashboard, (*periodQuery).check)},
		{get, "/stats/photos", vitrine.SettingsRead, admin, 200, "Get photo statistics", on(a.getPhotoStats)},
		{get, "/stats/views", vitrine.SettingsRead, admin, 200, "Get view statistics", on(a.getViewStats, (*viewStatsQuery).check)},
		{get, "/stats/storage", vitrine.SettingsRead, admin, 200, "Get storage statistics", on(a.getStorageStats)},

		{get, "/system/audit", vitrine.SystemRead, admin, 200, "List audit log", on(a.listAudit, (*auditQuery).check)},
		{get, "/system/backups", vitrine.SystemBackup, admin, 200, "List backups", on(a.listBackups)},
		{post, "/system/backups", vitrine.SystemBackup, admin, 202, "Begin backup", on(a.beginBackup)},
		{get, "/system/backups/{id}", vitrine.SystemBackup, admin, 200, "Get backup", on(a.getBackup)},

		{get, "/health", public, unlimited, 200, "Get health", on(a.getHealth)},
	}
}

// deprecated names the routes that will go, as "GET /photos", and when.
func deprecated() map[string]time.Time { return nil }
