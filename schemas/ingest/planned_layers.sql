-- The layers of view layer_plan, each once, and their stored bytes.
SELECT count(*) AS layers, coalesce(sum(bytes), 0) AS bytes
FROM (
  SELECT layer_digest, max(greatest(blob_bytes, bytes, 0)) AS bytes
  FROM layer_plan
  GROUP BY layer_digest
) AS planned
