-- One row per image and layer of it about which the image states another diffID or size than the layer has. Each layer
-- is read once, so an image that states the truth does not prove that other images do. Two diffIDs are compared only if
-- their digest algorithms are the same. Only layers named by the digest of their blob are compared. For a layer named
-- by its archive's digest, the size is that of a file, which no manifest declares.
-- Reads:
--   new_image_layer: what this run found for table image_layer.
--   new_place: one row per layer and place that stores it, with what manifests declare of the layer.
SELECT
  :run AS run_id,
  min(new_place.location) AS source,
  listed.image_digest AS digest,
  CASE WHEN listed.is_other_archive THEN 'DIGEST_MISMATCH' ELSE 'CORRUPT' END AS reason,
  CAST(NULL AS BIGINT) AS offset,
  concat(
    'layer ',
    listed.depth,
    ' of this image, ',
    listed.layer_digest,
    CASE
      WHEN listed.is_other_archive
        THEN concat(': the diffID is ', listed.diff_id, ', its config says ', listed.declared_diff_id)
      ELSE concat(': the blob has ', listed.bytes, ' bytes, its manifest declares ', listed.declared_bytes)
    END
  ) AS message
FROM (
  SELECT
    new_image_layer.image_digest,
    new_image_layer.depth,
    new_image_layer.layer_digest,
    new_image_layer.diff_id AS declared_diff_id,
    new_image_layer.compressed_bytes AS declared_bytes,
    layer.diff_id,
    layer.compressed_bytes AS bytes,
    coalesce(
      new_image_layer.diff_id <> layer.diff_id
      AND split_part(new_image_layer.diff_id, ':', 1) = split_part(layer.diff_id, ':', 1),
      FALSE
    ) AS is_other_archive
  FROM new_image_layer
  JOIN layer ON layer.layer_digest = new_image_layer.layer_digest
) AS listed
JOIN new_place ON new_place.layer_digest = listed.layer_digest AND new_place.digest_of = 'BLOB'
WHERE listed.is_other_archive OR listed.declared_bytes <> listed.bytes
GROUP BY ALL
