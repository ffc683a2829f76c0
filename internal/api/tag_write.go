package api

import (
	"fmt"
	"hash/crc32"

	"github.com/vitrine-photos/vitrine"
)

// tagPath names a tag.
type tagPath struct {
	ID int64 `path:"id" doc:"The tag's id." example:"3"`
}

// tagChange and the others are the inputs of operations that write a tag.
type (
	tagChange struct {
		tagPath
		conditional
		Body tagBody
	}
	tagDeletion struct {
		tagPath
		conditional
	}
	tagMerge struct {
		tagPath
		Body mergeBody
	}
)

// mergeBody names the tag that takes the place of another.
type mergeBody struct {
	Into vitrine.Optional[int64] `json:"into" required:"true" doc:"The tag that stays." example:"4"`
}

func (b *mergeBody) Validate(f *vitrine.Faults, _ bool) {
	if !b.Into.Present() {
		f.Add("into", vitrine.FaultRequired, vitrine.ReasonRequired)
	} else if b.Into.Value < 1 {
		f.Add("into", vitrine.FaultOutOfRange, vitrine.ReasonTagID)
	}
}

func showTag(t *vitrine.Tag) item[tagView] {
	return item[tagView]{newTagView(t), validator{tag: versionTag('t', t.ID, t.Version, "")}}
}

func (a *API) getTag(c *call, in *tagPath) (item[tagView], error) {
	t, err := a.catalog.Tag(c.Context(), c.actor, in.ID)
	if err != nil {
		return item[tagView]{}, err
	}
	uses := fmt.Append(nil, t.UsageCount, " ", t.TrendScore, t.LastUsedAt) // they are no new version of it
	return item[tagView]{newTagView(t), validator{tag: versionTag('t', t.ID, t.Version, fmt.Sprintf("%08x", crc32.ChecksumIEEE(uses)))}}, nil
}

func (a *API) updateTag(c *call, in *tagChange) (item[tagView], error) {
	t, err := a.catalog.UpdateTag(c.Context(), c.actor, in.ID, vitrine.TagInput(in.Body), in.versions('t', in.ID))
	if err != nil {
		return item[tagView]{}, err
	}
	return showTag(t), nil
}

func (a *API) deleteTag(c *call, in *tagDeletion) (nothing, error) {
	return nothing{}, a.catalog.DeleteTag(c.Context(), c.actor, in.ID, in.versions('t', in.ID))
}

func (a *API) mergeTag(c *call, in *tagMerge) (item[tagView], error) {
	t, err := a.catalog.MergeTag(c.Context(), c.actor, in.ID, in.Body.Into.Value)
	if err != nil {
		return item[tagView]{}, err
	}
	return showTag(t), nil
}
