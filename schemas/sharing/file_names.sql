-- One row per copy of a file content, with its content type. files, the number of copies that a row stands for, is 1
-- here. `varve derive` reads table file_path instead when it makes that as well, as it has fewer rows.
SELECT fingerprint, content_type, bytes, 1 AS files, stored_bytes
FROM layer_recipe
WHERE kind = 'FILE'
