-- Table image_update_layer. A content that several of the new layers contain is new in the lowest of them.
WITH
content AS (
  SELECT
    update_brought.update_number,
    update_brought.layer_number,
    CASE
      WHEN update_known.bundle IS NOT NULL THEN 'known'
      WHEN update_stored.bundle IS NULL OR row_number() OVER (
        PARTITION BY update_brought.update_number, update_stored.bundle
        ORDER BY update_brought.depth
      ) = 1 THEN 'new'
      ELSE 'again'
    END AS state,
    update_stored.files,
    update_stored.bytes,
    update_stored.first_bytes,
    update_stored.stored_bytes
  FROM update_brought
  JOIN update_stored ON update_stored.layer_number = update_brought.layer_number
  LEFT JOIN update_known
    ON update_known.update_number = update_brought.update_number
    AND update_known.bundle = update_stored.bundle
),
counted AS (
  SELECT
    update_number,
    layer_number,
    sum(CASE WHEN state = 'new' THEN files ELSE 0 END) AS new_files,
    sum(CASE WHEN state = 'new' THEN bytes ELSE 0 END) AS new_file_bytes,
    sum(CASE WHEN state = 'new' THEN first_bytes ELSE 0 END) AS new_file_stored_bytes,
    sum(CASE WHEN state = 'known' THEN stored_bytes ELSE 0 END) AS avoidable_bytes,
    sum(CASE state WHEN 'new' THEN stored_bytes - first_bytes WHEN 'again' THEN stored_bytes ELSE 0 END) AS repeated_bytes
  FROM content
  GROUP BY update_number, layer_number
)
SELECT
  update_pair.repository,
  update_pair.platform,
  update_pair.from_image,
  update_pair.to_image,
  CAST(update_brought.depth AS INT) AS depth,
  update_brought.layer_digest,
  update_brought.compressed_bytes AS new_layer_bytes,
  CAST(update_brought.same_archive * update_brought.compressed_bytes AS BIGINT) AS same_archive_bytes,
  CAST(CASE WHEN update_brought.layer_number IS NOT NULL THEN coalesce(counted.new_files, 0) END AS BIGINT) AS new_files,
  CAST(CASE WHEN update_brought.layer_number IS NOT NULL THEN coalesce(counted.new_file_bytes, 0) END AS BIGINT)
    AS new_file_bytes,
  CAST(CASE WHEN update_brought.layer_number IS NOT NULL AND layer.rest_bytes IS NOT NULL
    THEN coalesce(counted.new_file_stored_bytes, 0) END AS BIGINT) AS new_file_stored_bytes,
  CAST(CASE WHEN update_brought.layer_number IS NOT NULL AND layer.rest_bytes IS NOT NULL
    THEN coalesce(counted.avoidable_bytes, 0) END AS BIGINT) AS avoidable_bytes,
  CAST(CASE WHEN update_brought.layer_number IS NOT NULL AND layer.rest_bytes IS NOT NULL
    THEN coalesce(counted.repeated_bytes, 0) END AS BIGINT) AS repeated_bytes
FROM update_brought
JOIN update_pair ON update_pair.update_number = update_brought.update_number
LEFT JOIN layer ON layer.layer_digest = update_brought.layer_digest
LEFT JOIN counted
  ON counted.update_number = update_brought.update_number
  AND counted.layer_number = update_brought.layer_number
