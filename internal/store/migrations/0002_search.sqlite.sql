-- The program makes the terms itself, so both engines match the same photos.
-- The public does not find by what is hidden.
CREATE VIRTUAL TABLE photo_search USING fts5 (
    shown, hidden,
    content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* Co'"
);
