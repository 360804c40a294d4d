-- Every copy beyond the first, by the layer that contains it and the reason. The layers that contain a content are in
-- order of path, base and number; the first one keeps it.
WITH
followed AS (
  SELECT
    layer, bytes, path, base,
    lag(path) OVER (PARTITION BY fingerprint ORDER BY path, base, layer) AS path_before,
    lag(base) OVER (PARTITION BY fingerprint ORDER BY path, base, layer) AS base_before
  FROM twin_placed
  WHERE NOT near
),
counted AS (
  SELECT layer, 'near' AS cause, copies AS files, copies * bytes AS bytes FROM twin_placed WHERE near
  UNION ALL
  SELECT layer, 'same layer', copies - 1, (copies - 1) * bytes FROM twin_placed WHERE NOT near AND copies > 1
  UNION ALL
  SELECT
    layer,
    CASE
      WHEN path <> path_before THEN 'other path'
      WHEN base <> base_before THEN 'other base'
      ELSE 'same base'
    END,
    1,
    bytes
  FROM followed
  WHERE path_before IS NOT NULL
)
SELECT twin_exact.layer_digest, counted.cause, sum(counted.files) AS files, sum(counted.bytes) AS bytes
FROM counted
JOIN twin_exact ON twin_exact.layer = counted.layer
GROUP BY twin_exact.layer_digest, counted.cause
UNION ALL
SELECT layer_digest, cause, files, file_bytes
FROM twin_exact
WHERE cause IS NOT NULL AND files > 0
