package catalog

import (
	"context"
	"slices"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// batchChunk is how many photos of a batch one transaction changes: enough that
// the disk is not waited for at each, few enough that others who write are not
// kept waiting.
const batchChunk = 50

// Batch carries out an action on up to MaxBatch photos, or creates as many. It
// needs the action's permission, and tag.create to add tags that do not exist.
// Each photo stands alone: one that does not exist, or on which the action cannot
// be carried out, is among the failed ones, and the others are changed and
// announced as if each had been sent by itself. A category that does not exist is
// a CodeUnprocessable error of the whole. If ctx ends, what was done stays.
// BatchReprocess is not for here.
func (c *Catalog) Batch(ctx context.Context, actor vitrine.Actor, in vitrine.BatchInput) (vitrine.BatchResult, error) {
	if err := actor.Require(in.Action.Value.Permission()); err != nil {
		return vitrine.BatchResult{}, err
	}
	var faults vitrine.Faults
	in.Validate(&faults)
	if err := faults.Err(); err != nil {
		return vitrine.BatchResult{}, err
	}
	settings, err := c.Settings(ctx)
	if err != nil {
		return vitrine.BatchResult{}, err
	}
	b := &batch{Catalog: c, actor: actor, action: in.Action.Value, ids: in.PhotoIDs.Value, data: in.Data.Value, settings: settings}
	if err := c.DB.Update(ctx, func(tx *store.Tx) error { return b.check(ctx, tx) }); err != nil {
		return vitrine.BatchResult{}, err
	}
	return b.run(ctx)
}

// batch is a batch that is being carried out.
type batch struct {
	*Catalog
	actor    vitrine.Actor
	action   vitrine.BatchAction
	ids      []int64
	data     vitrine.BatchData
	settings vitrine.Settings
}

// check refuses what would fail for every photo.
func (b *batch) check(ctx context.Context, tx *store.Tx) error {
	if b.action == vitrine.BatchAddTags {
		if err := mayTag(ctx, tx, b.actor, b.data.Tags.Value); err != nil {
			return err
		}
	}
	unknown, err := tx.UnknownCategories(ctx, b.categories())
	for i := range unknown {
		unknown[i].Field = "data." + unknown[i].Field
	}
	if err != nil {
		return err
	}
	return unknown.Unprocessable()
}

func (b *batch) categories() []vitrine.CategoryRef {
	var refs []vitrine.CategoryRef
	for _, id := range b.data.Categories.Value {
		refs = append(refs, vitrine.CategoryRef{ID: id})
	}
	return refs
}

// outcome is what came of one photo of a batch.
type outcome struct {
	id  int64
	err error
}

func (b *batch) run(ctx context.Context) (vitrine.BatchResult, error) {
	result := vitrine.BatchResult{Requested: max(len(b.ids), len(b.data.Photos.Value))}
	for from := 0; from < result.Requested; from += batchChunk {
		to := min(from+batchChunk, result.Requested)
		for i, o := range b.chunk(ctx, from, to) {
			if o.err == nil {
				result.Succeeded = append(result.Succeeded, o.id)
			} else {
				result.Failed = append(result.Failed, vitrine.BatchFailure{ID: o.id, Index: from + i, Err: o.err})
			}
		}
		if err := ctx.Err(); err != nil {
			return result, err
		}
	}
	return result, nil
}

// chunk carries out a part of the batch in one transaction. If the database
// cannot take it, its photos are tried one by one, so that the one that is to
// blame does not take others with it.
func (b *batch) chunk(ctx context.Context, from, to int) []outcome {
	var outcomes []outcome
	err := b.DB.Update(ctx, func(tx *store.Tx) (err error) {
		outcomes, err = b.carryOut(ctx, tx, from, to)
		return err
	})
	if err == nil {
		return outcomes
	}
	if to-from > 1 && vitrine.ErrorCode(err) == vitrine.CodeInternal && ctx.Err() == nil {
		outcomes = nil
		for i := from; i < to; i++ {
			outcomes = append(outcomes, b.chunk(ctx, i, i+1)...)
		}
		return outcomes
	}
	b.Log.Error("a part of a batch failed", "action", b.action, "err", err)
	outcomes = make([]outcome, to-from)
	for i := range outcomes {
		outcomes[i] = outcome{b.id(from + i), err}
	}
	return outcomes
}

// id returns which photo stands at a place of the batch; 0 where one is created.
func (b *batch) id(i int) int64 {
	if b.action == vitrine.BatchCreate {
		return 0
	}
	return b.ids[i]
}

// carryOut returns an error only if the transaction cannot go on.
func (b *batch) carryOut(ctx context.Context, tx *store.Tx, from, to int) ([]outcome, error) {
	present, err := b.load(ctx, tx, from, to)
	if err != nil {
		return nil, err
	}
	var outcomes []outcome
	var changed []*vitrine.Photo
	for i := from; i < to; i++ {
		var photo *vitrine.Photo
		err := tx.Attempt(ctx, func() (err error) { photo, err = b.step(ctx, tx, present, i); return err })
		switch code := vitrine.ErrorCode(err); {
		case code == vitrine.CodeInternal || code == vitrine.CodeUnavailable:
			return nil, err
		case err != nil:
			outcomes = append(outcomes, outcome{b.id(i), err})
		case photo == nil:
			outcomes = append(outcomes, outcome{b.id(i), nil})
		default:
			outcomes = append(outcomes, outcome{photo.ID, nil})
			changed = append(changed, photo)
		}
	}
	return outcomes, announceEach(ctx, tx, b.event(), changed)
}

// load returns the photos of a part of the batch that there are, by their ids.
func (b *batch) load(ctx context.Context, tx *store.Tx, from, to int) (map[int64]*vitrine.Photo, error) {
	present := map[int64]*vitrine.Photo{}
	if b.action == vitrine.BatchCreate || b.inTrash() {
		return present, nil
	}
	photos, err := tx.PhotosByID(ctx, b.ids[from:to], vitrine.AudienceEditor)
	for _, photo := range photos {
		present[photo.ID] = photo
	}
	return present, err
}

// inTrash reports whether the photos of the batch are those in the trash.
func (b *batch) inTrash() bool {
	return b.action == vitrine.BatchRestore || b.action == vitrine.BatchPurge
}

func (b *batch) event() vitrine.EventType {
	switch b.action {
	case vitrine.BatchCreate, vitrine.BatchRestore:
		return vitrine.PhotoCreated
	case vitrine.BatchDelete:
		return vitrine.PhotoDeleted
	}
	return vitrine.PhotoUpdated
}

// step carries the action out on one photo, and returns it unless nothing
// changed.
func (b *batch) step(ctx context.Context, tx *store.Tx, present map[int64]*vitrine.Photo, i int) (*vitrine.Photo, error) {
	switch b.action {
	case vitrine.BatchCreate:
		return insertPhoto(ctx, tx, b.actor, b.data.Photos.Value[i], b.settings)
	case vitrine.BatchRestore:
		return &vitrine.Photo{ID: b.ids[i]}, restorePhoto(ctx, tx, b.actor, b.ids[i])
	case vitrine.BatchPurge:
		return nil, purgePhoto(ctx, tx, b.actor, b.ids[i])
	}
	photo := present[b.ids[i]]
	if photo == nil {
		return nil, vitrine.NotFound("photo", b.ids[i])
	}
	if b.action == vitrine.BatchDelete {
		return photo, trashPhoto(ctx, tx, b.actor, photo)
	}
	in, err := b.change(photo)
	if err != nil {
		return nil, err
	}
	id, err := changePhoto(ctx, tx, b.actor, photo, in)
	if id == unchanged {
		return nil, err
	}
	return photo, err
}

// change returns the update that the action is for a photo.
func (b *batch) change(photo *vitrine.Photo) (in vitrine.PhotoInput, err error) {
	switch b.action {
	case vitrine.BatchUpdateStatus:
		in.Status = b.data.Status
	case vitrine.BatchAddTags:
		in.Tags = vitrine.Some(withTags(photo, b.data.Tags.Value))
	case vitrine.BatchRemoveTags:
		in.Tags = vitrine.Some(withoutTags(photo, b.data.Tags.Value))
	case vitrine.BatchAddCategories:
		refs := refsOf(photo)
		for _, id := range b.data.Categories.Value {
			if !slices.ContainsFunc(refs, func(ref vitrine.CategoryRef) bool { return ref.ID == id }) {
				refs = append(refs, vitrine.CategoryRef{ID: id})
			}
		}
		in.Categories = vitrine.Some(refs)
	case vitrine.BatchRemoveCategories:
		in.Categories = vitrine.Some(slices.DeleteFunc(refsOf(photo), func(ref vitrine.CategoryRef) bool {
			return slices.Contains(b.data.Categories.Value, ref.ID)
		}))
	}
	var faults vitrine.Faults
	if n := len(in.Tags.Value); n > vitrine.MaxPhotoTags {
		faults.Add("tags", vitrine.FaultTooMany, vitrine.ReasonWouldExceed, n, vitrine.MaxPhotoTags)
	}
	if n := len(in.Categories.Value); n > vitrine.MaxPhotoCategories {
		faults.Add("categories", vitrine.FaultTooMany, vitrine.ReasonWouldExceed, n, vitrine.MaxPhotoCategories)
	}
	return in, faults.Unprocessable()
}

// withTags returns the names of a photo's tags, and those of the names that are
// not among them.
func withTags(photo *vitrine.Photo, names []string) []string {
	var all []string
	has := map[string]bool{}
	for _, tag := range photo.Tags {
		all = append(all, tag.Name)
		has[vitrine.FoldName(tag.Name)] = true
	}
	for _, name := range names {
		if !has[vitrine.FoldName(name)] {
			all = append(all, name)
		}
	}
	return all
}

func withoutTags(photo *vitrine.Photo, names []string) []string {
	drop := map[string]bool{}
	for _, name := range names {
		drop[vitrine.FoldName(name)] = true
	}
	var kept []string
	for _, tag := range photo.Tags {
		if !drop[vitrine.FoldName(tag.Name)] {
			kept = append(kept, tag.Name)
		}
	}
	return kept
}
