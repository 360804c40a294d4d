-- One row: the number of distinct layers in view layer_plan, and their stored bytes, as the largest size that is
-- declared.
SELECT count(*) AS layers, coalesce(sum(bytes), 0) AS bytes
FROM (
  SELECT layer_digest, max(greatest(blob_bytes, bytes, 0)) AS bytes
  FROM layer_plan
  GROUP BY layer_digest
) AS planned
