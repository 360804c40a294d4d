-- Table image_update_chunk: one row per update and chunker, with the chunks that the update brings. A chunk is new if a
-- content that the update brings contains it, and no content of the earlier image does. All chunks of a chunk set are
-- in the same bundles, so sets are compared instead of chunks.
WITH
listed AS (
  SELECT bundle, explode(layers) AS layer_number FROM file_bundles
),
member AS (
  SELECT chunker, chunk_set, explode(bundles) AS bundle FROM update_chunk_set
),
earlier AS (
  SELECT DISTINCT update_earlier.update_number, listed.bundle
  FROM update_earlier
  JOIN listed ON listed.layer_number = update_earlier.layer_number
),
brought AS (
  SELECT DISTINCT update_brought.update_number, listed.bundle
  FROM update_brought
  JOIN listed ON listed.layer_number = update_brought.layer_number
  ANTI JOIN update_known AS known
    ON known.update_number = update_brought.update_number AND known.bundle = listed.bundle
),
candidate AS (
  SELECT DISTINCT brought.update_number, member.chunker, member.chunk_set
  FROM brought
  JOIN member ON member.bundle = brought.bundle
),
contained AS (
  SELECT DISTINCT candidate.update_number, candidate.chunker, candidate.chunk_set
  FROM candidate
  JOIN member ON member.chunker = candidate.chunker AND member.chunk_set = candidate.chunk_set
  SEMI JOIN earlier ON earlier.update_number = candidate.update_number AND earlier.bundle = member.bundle
),
counted AS (
  SELECT
    candidate.update_number,
    candidate.chunker,
    sum(update_chunk_set.chunks) AS chunks,
    sum(update_chunk_set.bytes) AS bytes
  FROM candidate
  JOIN update_chunk_set
    ON update_chunk_set.chunker = candidate.chunker AND update_chunk_set.chunk_set = candidate.chunk_set
  ANTI JOIN contained
    ON contained.update_number = candidate.update_number
    AND contained.chunker = candidate.chunker
    AND contained.chunk_set = candidate.chunk_set
  GROUP BY candidate.update_number, candidate.chunker
)
SELECT
  update_compared.update_number,
  chunkers.chunker,
  coalesce(counted.chunks, 0) AS new_chunks,
  coalesce(counted.bytes, 0) AS new_chunk_bytes
FROM update_compared
CROSS JOIN (SELECT DISTINCT chunker FROM update_chunk_set) AS chunkers
LEFT JOIN counted
  ON counted.update_number = update_compared.update_number AND counted.chunker = chunkers.chunker
