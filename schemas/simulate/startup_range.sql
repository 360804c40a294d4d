-- What was read of each file, to be sorted by start, file and offset.
SELECT image, run, content_depth, content_position, content_bytes, offset, bytes
FROM matched
WHERE reason IS NULL AND content_depth IS NOT NULL
