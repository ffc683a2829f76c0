package vitrine

import (
	"fmt"
	"slices"
)

// BatchAction is what a batch does to each of its photos.
type BatchAction string

// The batch actions. BatchCreate makes photos, BatchRestore and BatchPurge take
// photos out of the trash, BatchReprocess has their pictures made again, and the
// others change those that are named.
const (
	BatchUpdateStatus     BatchAction = "update_status"
	BatchAddTags          BatchAction = "add_tags"
	BatchRemoveTags       BatchAction = "remove_tags"
	BatchAddCategories    BatchAction = "add_categories"
	BatchRemoveCategories BatchAction = "remove_categories"
	BatchDelete           BatchAction = "delete"
	BatchRestore          BatchAction = "restore"
	BatchPurge            BatchAction = "purge"
	BatchReprocess        BatchAction = "reprocess"
	BatchCreate           BatchAction = "create"
)

// BatchActions lists the actions.
func BatchActions() []BatchAction {
	return []BatchAction{
		BatchUpdateStatus, BatchAddTags, BatchRemoveTags, BatchAddCategories, BatchRemoveCategories,
		BatchDelete, BatchRestore, BatchPurge, BatchReprocess, BatchCreate,
	}
}

// Permission returns the permission that the action needs. An action that there
// is not needs PhotoUpdate, so that strangers do not learn which there are.
func (a BatchAction) Permission() Permission {
	switch a {
	case BatchDelete, BatchRestore, BatchPurge:
		return PhotoDelete
	case BatchCreate:
		return PhotoCreate
	}
	return PhotoUpdate
}

// needsData reports whether the action has to be told more than its photos.
func (a BatchAction) needsData() bool {
	switch a {
	case BatchDelete, BatchRestore, BatchPurge, BatchReprocess:
		return false
	}
	return true
}

// MaxBatch is the most photos that one batch request may name.
const MaxBatch = 500

// BatchInput asks for an action on photos.
type BatchInput struct {
	PhotoIDs Optional[[]int64]
	Action   Optional[BatchAction]
	Data     Optional[BatchData]
}

// BatchData is what an action needs to know. Each action has one field, or none.
type BatchData struct {
	Status     Optional[PhotoStatus]
	Tags       Optional[[]string]
	Categories Optional[[]int64]
	Photos     Optional[[]PhotoInput]
}

// Validate cleans the input in place and reports every field that is wrong.
// Doubled ids are dropped.
func (in *BatchInput) Validate(f *Faults) {
	requireField(f, "action", in.Action)
	checkOneOf(f, "action", in.Action, BatchActions())
	in.validateIDs(f)
	if f.Has("action") {
		return // else it is not known what data should be
	}
	action := in.Action.Value
	if !in.Data.Present() && action.needsData() {
		f.Add("data", FaultRequired, ReasonRequiredFor, action)
		return
	}
	in.Data.Value.validate(f, action)
}

func (in *BatchInput) validateIDs(f *Faults) {
	if in.Action.Value == BatchCreate {
		if len(in.PhotoIDs.Value) > 0 {
			f.Add("photo_ids", FaultInvalidValue, ReasonEmptyFor, BatchCreate)
		}
		return
	}
	CheckPhotoIDs(f, in.PhotoIDs)
	seen := map[int64]bool{}
	in.PhotoIDs.Value = slices.DeleteFunc(in.PhotoIDs.Value, func(id int64) bool {
		doubled := seen[id]
		seen[id] = true
		return doubled
	})
}

// CheckPhotoIDs reports what is wrong with the field photo_ids, which names one
// photo at least.
func CheckPhotoIDs(f *Faults, o Optional[[]int64]) {
	checkSome(f, "photo_ids", o, MaxBatch)
	for i, id := range o.Value[:min(len(o.Value), MaxBatch)] {
		if id < 1 {
			f.Add(fmt.Sprintf("photo_ids[%d]", i), FaultOutOfRange, ReasonPhotoID)
		}
	}
}

// checkSome reports a list that is not there, is empty, or is too long.
func checkSome[T any](f *Faults, field string, o Optional[[]T], most int) {
	switch {
	case !o.Present():
		f.Add(field, FaultRequired, ReasonRequired)
	case len(o.Value) == 0:
		f.Add(field, FaultTooShort, ReasonNotEmpty)
	case len(o.Value) > most:
		f.Add(field, FaultTooMany, ReasonMaxCount, most)
	}
}

func (d *BatchData) validate(f *Faults, action BatchAction) {
	for _, field := range []struct {
		name    string
		sent    bool
		actions []BatchAction
	}{
		{"status", d.Status.Set, []BatchAction{BatchUpdateStatus}},
		{"tags", d.Tags.Set, []BatchAction{BatchAddTags, BatchRemoveTags}},
		{"categories", d.Categories.Set, []BatchAction{BatchAddCategories, BatchRemoveCategories}},
		{"photos", d.Photos.Set, []BatchAction{BatchCreate}},
	} {
		if field.sent && !slices.Contains(field.actions, action) {
			f.Add("data."+field.name, FaultUnknownField, ReasonUnknownFieldFor, action)
		}
	}
	switch action {
	case BatchUpdateStatus:
		requireField(f, "data.status", d.Status)
		checkOneOf(f, "data.status", d.Status, PhotoStatuses())
	case BatchAddTags, BatchRemoveTags:
		checkSome(f, "data.tags", d.Tags, MaxPhotoTags)
		d.validateLists(f)
	case BatchAddCategories, BatchRemoveCategories:
		checkSome(f, "data.categories", d.Categories, MaxPhotoCategories)
		d.validateLists(f)
	case BatchCreate:
		d.validatePhotos(f)
	}
}

// validateLists holds names and ids to the rules of a single photo.
func (d *BatchData) validateLists(f *Faults) {
	as := PhotoInput{Tags: d.Tags}
	for _, id := range d.Categories.Value {
		as.Categories.Value = append(as.Categories.Value, CategoryRef{ID: id})
	}
	var faults Faults
	as.Validate(&faults)
	for _, fault := range faults {
		if fault.Code != FaultTooMany { // is said already
			fault.Field = "data." + fault.Field
			*f = append(*f, fault)
		}
	}
	d.Tags.Value = as.Tags.Value
}

// validatePhotos reports the faults of photos to create under their places, such
// as "data.photos[3].title".
func (d *BatchData) validatePhotos(f *Faults) {
	checkSome(f, "data.photos", d.Photos, MaxBatch)
	for i := range d.Photos.Value[:min(len(d.Photos.Value), MaxBatch)] {
		var faults Faults
		d.Photos.Value[i].ValidateNew(&faults)
		for _, fault := range faults {
			fault.Field = fmt.Sprintf("data.photos[%d].%s", i, fault.Field)
			*f = append(*f, fault)
		}
	}
}

// BatchResult tells what came of a batch.
type BatchResult struct {
	Requested int     // distinct ids, or photos to create
	Succeeded []int64 // in the order in which they were asked for
	Failed    []BatchFailure
}

// BatchFailure is a photo on which the action could not be carried out.
type BatchFailure struct {
	ID    int64 // 0 for one that was to be created
	Index int   // of the photo in what was asked for
	Err   error
}

// distinctIDs returns photo ids without those that are named twice, and reports
// what is no photo id.
func distinctIDs(f *Faults, field string, ids []int64) (kept []int64) {
	seen := map[int64]bool{}
	for i, id := range ids {
		if id < 1 {
			f.Add(fmt.Sprintf("%s[%d]", field, i), FaultOutOfRange, ReasonPhotoID)
		}
		if !seen[id] {
			kept = append(kept, id)
		}
		seen[id] = true
	}
	return kept
}
