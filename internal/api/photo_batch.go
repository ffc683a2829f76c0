package api

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"github.com/vitrine-photos/vitrine"
)

type photoBatch struct{ Body batchBody }

// batchBody is vitrine.BatchInput as JSON.
type batchBody struct {
	PhotoIDs vitrine.Optional[[]int64]             `json:"photo_ids" maxItems:"500" doc:"The photos, by their ids; doubled ones count once. Left out or empty for create, else required." example:"[42,43]"`
	Action   vitrine.Optional[vitrine.BatchAction] `json:"action" required:"true" enum:"update_status,add_tags,remove_tags,add_categories,remove_categories,delete,restore,purge,reprocess,create" doc:"What to do to each. Needs photo.update; delete, restore and purge need photo.delete, create photo.create. The photos of restore and purge are in the trash; reprocess has the pictures made that are missing or were made with other settings." example:"add_tags"`
	Data     vitrine.Optional[batchData]           `json:"data" doc:"What the action needs to know: one field, or none for delete, restore, purge and reprocess."`

	input vitrine.BatchInput
}

// batchData is vitrine.BatchData as JSON.
type batchData struct {
	Status     vitrine.Optional[vitrine.PhotoStatus] `json:"status" enum:"published,draft,archived" doc:"For update_status: the new status." example:"archived"`
	Tags       vitrine.Optional[[]string]            `json:"tags" ref:"name" maxItems:"200" doc:"For add_tags and remove_tags: names, or objects that a read gave. New names need tag.create." example:"[\"sunset\"]"`
	Categories vitrine.Optional[[]int64]             `json:"categories" ref:"id" maxItems:"100" doc:"For add_categories and remove_categories: ids, or objects that a read gave." example:"[7]"`
	Photos     vitrine.Optional[[]photoBody]         `json:"photos" maxItems:"500" doc:"For create: the photos, each as for the creation of one."`
}

// Validate also makes the input of the body.
func (b *batchBody) Validate(f *vitrine.Faults, _ bool) {
	data := b.Data.Value
	photos := vitrine.Optional[[]vitrine.PhotoInput]{Set: data.Photos.Set, Null: data.Photos.Null}
	for _, photo := range data.Photos.Value {
		photos.Value = append(photos.Value, vitrine.PhotoInput(photo))
	}
	b.input = vitrine.BatchInput{PhotoIDs: b.PhotoIDs, Action: b.Action, Data: vitrine.Optional[vitrine.BatchData]{
		Set: b.Data.Set, Null: b.Data.Null,
		Value: vitrine.BatchData{Status: data.Status, Tags: data.Tags, Categories: data.Categories, Photos: photos},
	}}
	b.input.Validate(f)
}

// resource lets photos be created from what a read gave.
func (*batchBody) Resource() any {
	type shown struct {
		Photos []photoShown `json:"photos"`
	}
	return struct {
		Data shown `json:"data"`
	}{}
}

// photoBatchView tells what came of a batch.
type photoBatchView struct {
	Action    vitrine.BatchAction `json:"action" example:"add_tags"`
	Requested int                 `json:"requested" doc:"Distinct photos that were named, or were to be created." example:"2"`
	Succeeded []int64             `json:"succeeded" doc:"Ids in the order of the request: those that were changed or need no change, or were created." example:"[42]"`
	Failed    []photoBatchFailure `json:"failed"`
}

// photoBatchFailure is a photo on which the action could not be carried out.
type photoBatchFailure struct {
	ID      *int64       `json:"id" doc:"Null for one that was to be created." example:"43"`
	Index   *int         `json:"index,omitempty" doc:"Only for create: its place in data.photos, from 0." example:"0"`
	Type    vitrine.Code `json:"type" doc:"The type of the error that the photo alone would have got." example:"RESOURCE_NOT_FOUND"`
	Message string       `json:"message" example:"There is no such photo."`
	Details any          `json:"details" doc:"The details of that error." example:"{\"resource_type\":\"photo\",\"resource_id\":43}"`
}

// mayBatch asks for the permission of the action, which is in the body, before
// the body is looked at closer. Whoever may do nothing to photos is turned away
// whatever it says.
func mayBatch(c *call) error {
	data, err := c.readBody()
	var body struct {
		Action vitrine.BatchAction `json:"action"`
	}
	_ = json.Unmarshal(data, &body) // what is wrong with it is said later
	if denied := c.actor.Require(body.Action.Permission()); denied != nil {
		return denied
	}
	c.Body = io.NopCloser(bytes.NewReader(data))
	return err
}

func (a *API) batchPhotos(c *call, in *photoBatch) (item[photoBatchView], error) {
	batch := a.catalog.Batch
	if in.Body.input.Action.Value == vitrine.BatchReprocess {
		batch = a.ingest.ReprocessPhotos
	}
	result, err := batch(c.Context(), c.actor, in.Body.input)
	if err != nil {
		return item[photoBatchView]{}, err
	}
	view := photoBatchView{
		Action: in.Body.input.Action.Value, Requested: result.Requested,
		Succeeded: append([]int64{}, result.Succeeded...), Failed: []photoBatchFailure{},
	}
	for _, failed := range result.Failed {
		view.Failed = append(view.Failed, newPhotoBatchFailure(failed))
	}
	return one(view), nil
}

func newPhotoBatchFailure(failed vitrine.BatchFailure) photoBatchFailure {
	e := shownError(failed.Err)
	f := photoBatchFailure{ID: &failed.ID, Type: e.Code, Message: e.Message, Details: detailsOf(e)}
	if failed.ID == 0 {
		f.ID, f.Index = nil, &failed.Index
	}
	var faults []string
	for _, fault := range e.Faults {
		faults = append(faults, fault.Field+" "+fault.Message)
	}
	if len(faults) > 0 {
		f.Message = strings.Join(faults, "; ")
	}
	return f
}
