-- One row per set of policies and repository: the bytes of distinct files that exactly these policies free. bits has
-- one bit per policy, the column bit of view policy. A file is freed when all layers that contain it are. repository is
-- the only one that contains the file; null if several do. The sum of bits is cast to BIGINT, so that 60 policies stay
-- exact in both engines.
-- Reads:
--   blob: the blobs that manifests of repositories need (retention_stored.sql).
--   freed: the blobs that each policy frees (retention_blob.sql).
WITH
-- One row per layer that was read; bits has the bit of each policy that frees the layer.
layer_bits AS (
  SELECT
    blob.digest,
    blob.repository,
    coalesce(gone.bits, 0) AS bits
  FROM blob
  LEFT JOIN (
    SELECT digest, CAST(sum(bit) AS BIGINT) AS bits FROM freed WHERE kind = 'LAYER' GROUP BY digest
  ) AS gone ON gone.digest = blob.digest
  WHERE blob.is_read
),
-- One row per distinct content of files. Only policies that free all layers with it are left in bits.
content AS (
  SELECT
    recipe.fingerprint,
    max(recipe.bytes) AS bytes,
    bit_and(layer_bits.bits) AS bits,
    CASE
      WHEN count(layer_bits.repository) = count(*) AND min(layer_bits.repository) = max(layer_bits.repository)
      THEN min(layer_bits.repository)
    END AS repository
  FROM layer_recipe AS recipe
  JOIN layer_bits ON layer_bits.digest = recipe.layer_digest
  WHERE recipe.kind = 'FILE'
  GROUP BY recipe.fingerprint
)
SELECT bits, repository, CAST(sum(bytes) AS BIGINT) AS bytes
FROM content
GROUP BY bits, repository
