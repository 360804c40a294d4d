-- Stored bytes of all layers that the inputs name, each once, whether the warehouse holds them or not.
WITH
named AS (
  SELECT layer_digest, max(greatest(bytes, declared_bytes, 0)) AS bytes
  FROM found_place
  GROUP BY layer_digest
)
SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) AS bytes
FROM named
