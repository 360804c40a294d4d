-- Table image_update_directory.
SELECT
  update_number,
  concat('/', directory) AS directory,
  CAST(sum(new_files) AS BIGINT) AS new_files,
  CAST(sum(new_file_bytes) AS BIGINT) AS new_file_bytes,
  CAST(CASE WHEN min(is_measured) = 1 THEN sum(new_file_stored_bytes) END AS BIGINT) AS new_file_stored_bytes,
  CAST(CASE WHEN min(is_measured) = 1 THEN sum(avoidable_bytes) END AS BIGINT) AS avoidable_bytes,
  CAST(CASE WHEN min(is_measured) = 1 THEN sum(repeated_bytes) END AS BIGINT) AS repeated_bytes
FROM update_content
GROUP BY update_number, directory
