-- Table image_update_directory.
SELECT
  update_pair.repository,
  update_pair.platform,
  update_pair.from_image,
  update_pair.to_image,
  concat('/', update_content.directory) AS directory,
  CAST(sum(update_content.new_files) AS BIGINT) AS new_files,
  CAST(sum(update_content.new_file_bytes) AS BIGINT) AS new_file_bytes,
  CAST(CASE WHEN min(update_content.is_measured) = 1 THEN sum(update_content.new_file_stored_bytes) END AS BIGINT) AS new_file_stored_bytes,
  CAST(CASE WHEN min(update_content.is_measured) = 1 THEN sum(update_content.avoidable_bytes) END AS BIGINT) AS avoidable_bytes,
  CAST(CASE WHEN min(update_content.is_measured) = 1 THEN sum(update_content.repeated_bytes) END AS BIGINT) AS repeated_bytes
FROM update_content
JOIN update_pair ON update_pair.update_number = update_content.update_number
GROUP BY
  update_pair.repository, update_pair.platform, update_pair.from_image, update_pair.to_image, update_content.directory
