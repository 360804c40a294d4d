-- The layers to read: one row for each that is not in read_layer, with all places where it lies. The lists are
-- short: a place for each input that has the layer, a diffID unless configs disagree.
SELECT
  layer_digest,
  min(digest_of) AS digest_of,
  sort_array(collect_set(named_struct('location', location, 'offset', offset, 'bytes', bytes))) AS places,
  CASE WHEN min(declared_bytes) = max(declared_bytes) THEN min(declared_bytes) ELSE -1 END AS blob_bytes,
  sort_array(collect_set(diff_id)) AS diff_ids,
  min(media_type) AS media_type
FROM found_place
LEFT ANTI JOIN read_layer USING (layer_digest)
GROUP BY layer_digest
