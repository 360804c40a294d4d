-- The layers that the inputs name, each once, whether the warehouse contains them or not, and their stored bytes.
WITH
named AS (
  SELECT layer_digest, max(greatest(bytes, declared_bytes, 0)) AS bytes
  FROM new_place
  GROUP BY layer_digest
)
SELECT count(*) AS layers, CAST(coalesce(sum(bytes), 0) AS BIGINT) AS bytes
FROM named
