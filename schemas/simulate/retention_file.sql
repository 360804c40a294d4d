-- Distinct files of the layers in repositories, by the policies that free them (a bit each) and by the repository that
-- alone contains them. A file is freed when all its layers are. Bits are added as BIGINT, so that those of 60 policies
-- stay exact in both engines.
WITH layer_bits AS (
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
