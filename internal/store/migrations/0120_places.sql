-- The newest public photos with a place, all or those whose place a person gave.
CREATE INDEX photos_public_places ON photos (id)
    WHERE is_public AND latitude IS NOT NULL AND longitude IS NOT NULL;
CREATE INDEX photos_given_places ON photos (id)
    WHERE is_public AND latitude IS NOT NULL AND longitude IS NOT NULL AND NOT location_private;
