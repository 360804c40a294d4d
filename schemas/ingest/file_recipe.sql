-- Chunk recipes of contents that have none yet by the same chunker. Several layers, or several files of a layer, may
-- have the content: the recipe of the first of these files is taken. "First" is by layer digest, then position. A long
-- recipe has several pieces, of which piece 0 decides.
-- Reads:
--   new_file_recipe: what this run found for table file_recipe.
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
