-- Recipes of contents that have none yet by their chunker: of each content that of one attempt that ended well, though
-- several layers hold it, or one layer several times.
SELECT found_file_recipe.*
FROM found_file_recipe
SEMI JOIN (
  SELECT
    found.chunker,
    found.fingerprint,
    found.layer_digest,
    found.source,
    found.position,
    row_number() OVER (
      PARTITION BY found.chunker, found.fingerprint
      ORDER BY found.layer_digest, found.source, found.position
    ) AS place
  FROM found_file_recipe AS found
  ANTI JOIN found_rejected_blob
    ON found_rejected_blob.digest = found.layer_digest
    AND found_rejected_blob.source = found.source
  ANTI JOIN file_recipe
    ON file_recipe.chunker = found.chunker
    AND file_recipe.fingerprint = found.fingerprint
    AND file_recipe.piece = 0
  WHERE found.piece = 0
) AS chosen
  ON chosen.chunker = found_file_recipe.chunker
  AND chosen.fingerprint = found_file_recipe.fingerprint
  AND chosen.layer_digest = found_file_recipe.layer_digest
  AND chosen.source = found_file_recipe.source
  AND chosen.position = found_file_recipe.position
  AND chosen.place = 1
