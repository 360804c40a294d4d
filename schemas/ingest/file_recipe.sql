-- Recipes of contents that have none yet by their chunker: of each content that of one attempt that ended well, though
-- several layers hold it, or one layer several times.
SELECT found_file_recipe.*
FROM found_file_recipe
JOIN (
  SELECT found.chunker, found.fingerprint, min(struct(found.layer_digest, found.source, found.position)) AS place
  FROM found_file_recipe AS found
  ANTI JOIN found_rejected_blob
    ON found_rejected_blob.digest = found.layer_digest
    AND found_rejected_blob.source = found.source
  ANTI JOIN file_recipe
    ON file_recipe.chunker = found.chunker
    AND file_recipe.fingerprint = found.fingerprint
    AND file_recipe.piece = 0
  WHERE found.piece = 0
  GROUP BY found.chunker, found.fingerprint
) AS chosen
  ON chosen.chunker = found_file_recipe.chunker
  AND chosen.fingerprint = found_file_recipe.fingerprint
  AND chosen.place.layer_digest = found_file_recipe.layer_digest
  AND chosen.place.source = found_file_recipe.source
  AND chosen.place.position = found_file_recipe.position
