-- One row: the number of distinct layers in view layer_plan, and their bytes, of each the largest size that a manifest
-- declares or a place stores.
SELECT count(*) AS layers, coalesce(sum(bytes), 0) AS bytes
FROM (
  SELECT layer_digest, max(greatest(blob_bytes, bytes, 0)) AS bytes
  FROM layer_plan
  GROUP BY layer_digest
) AS planned
