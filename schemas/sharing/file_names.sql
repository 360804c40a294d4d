-- The copies of file contents with their types. `varve derive` has table file_path in its place, as it makes that as well.
SELECT fingerprint, content_type, bytes, 1 AS files, stored_bytes
FROM layer_recipe
WHERE kind = 'FILE'
