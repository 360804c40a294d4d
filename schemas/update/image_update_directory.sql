-- Table image_update_directory: one row per update and directory, all new layers together. Stored bytes are null if
-- they are not known for some content.
-- Reads:
--   update_content: what each new layer brings, by directory (content.sql).
SELECT
  update_number,
  concat('/', directory) AS directory,
  sum(new_files) AS new_files,
  sum(new_file_bytes) AS new_file_bytes,
  CASE WHEN min(is_measured) = 1 THEN sum(new_file_stored_bytes) END AS new_file_stored_bytes,
  CASE WHEN min(is_measured) = 1 THEN sum(avoidable_bytes) END AS avoidable_bytes,
  CASE WHEN min(is_measured) = 1 THEN sum(repeated_bytes) END AS repeated_bytes
FROM update_content
GROUP BY update_number, directory
