package stats

import (
	"cmp"
	"context"
	"slices"

	"github.com/vitrine-photos/vitrine"
	"github.com/vitrine-photos/vitrine/internal/store"
)

// Storage is what is stored, in bytes.
type Storage struct {
	Used  int64      `json:"storage_used" doc:"Bytes: the sum of by_kind." example:"32212254720"`
	Limit int64      `json:"storage_limit" doc:"Bytes: the configured limit, else the size of the disk." example:"107374182400"`
	Kinds Kinds      `json:"by_kind"`
	Types []FileType `json:"by_type" doc:"Of originals and derivatives, the largest first."`
}

// Kinds tells what storage is used for, in bytes.
type Kinds struct {
	Originals   int64 `json:"originals" doc:"Bytes, with chunks that are still to be joined." example:"26843545600"`
	Derivatives int64 `json:"derivatives" example:"5100273664"`
	Database    int64 `json:"database" example:"268435456"`
}

// FileType is what the stored files of a type come to.
type FileType struct {
	MIMEType string `json:"mime_type" example:"image/jpeg"`
	Files    int    `json:"files" doc:"Stored files; equal ones are stored once." example:"8960"`
	Bytes    int64  `json:"bytes" example:"30064771072"`
}

// Storage tells what is stored.
func (s *Stats) Storage(ctx context.Context, actor vitrine.Actor) (Storage, error) {
	if err := actor.Require(vitrine.SettingsRead); err != nil {
		return Storage{}, err
	}
	return s.storage(ctx)
}

func (s *Stats) storage(ctx context.Context) (Storage, error) {
	files, err := s.DB.StorageUse(ctx)
	if err != nil {
		return Storage{}, err
	}
	storage := addUp(files)
	if storage.Kinds.Database, err = s.DB.Size(ctx); err != nil {
		return Storage{}, err
	}
	storage.Used = storage.Kinds.Originals + storage.Kinds.Derivatives + storage.Kinds.Database
	storage.Limit, err = s.Capacity()
	return storage, err
}

// unknownType is that of files whose type nobody said, such as chunks.
const unknownType = "application/octet-stream"

func addUp(files []store.StorageUse) Storage {
	storage := Storage{Types: []FileType{}}
	types := map[string]*FileType{}
	for _, f := range files {
		if f.Family == "derived" {
			storage.Kinds.Derivatives += f.Bytes
		} else {
			storage.Kinds.Originals += f.Bytes
		}
		name := cmp.Or(f.MIMEType, unknownType)
		if types[name] == nil {
			types[name] = &FileType{MIMEType: name}
		}
		types[name].Files += f.Files
		types[name].Bytes += f.Bytes
	}
	for _, t := range types {
		storage.Types = append(storage.Types, *t)
	}
	slices.SortFunc(storage.Types, func(a, b FileType) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.MIMEType, b.MIMEType))
	})
	return storage
}
