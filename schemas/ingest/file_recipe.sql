-- Recipes of contents that have none yet by their chunker: of each content that of one file, though several layers
-- contain it, or one layer several times.
SELECT new_file_recipe.*
FROM new_file_recipe
SEMI JOIN (
  SELECT
    read.chunker,
    read.fingerprint,
    read.layer_digest,
    read.position,
    row_number() OVER (
      PARTITION BY read.chunker, read.fingerprint
      ORDER BY read.layer_digest, read.position
    ) AS place
  FROM new_file_recipe AS read
  ANTI JOIN file_recipe
    ON file_recipe.chunker = read.chunker
    AND file_recipe.fingerprint = read.fingerprint
    AND file_recipe.piece = 0
  WHERE read.piece = 0
) AS chosen
  ON chosen.chunker = new_file_recipe.chunker
  AND chosen.fingerprint = new_file_recipe.fingerprint
  AND chosen.layer_digest = new_file_recipe.layer_digest
  AND chosen.position = new_file_recipe.position
  AND chosen.place = 1
