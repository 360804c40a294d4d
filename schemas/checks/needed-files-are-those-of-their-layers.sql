-- Every needed file of a start is a FILE of its layer, and the files of a start add up to its row in startup_result.
-- A row without a path stands for a start whose files do not add up.
WITH
-- One row per start: sums over its files.
file_total AS (
  SELECT image_digest, run, count(*) AS files, sum(bytes) AS bytes, sum(needed_bytes) AS needed_bytes
  FROM startup_file
  GROUP BY image_digest, run
),
-- The needed files that layer_recipe contains. Joined here, where Spark can send the few needed files to every
-- task, instead of moving the many entries. A null fingerprint in startup_file fits any content of the same size.
layer_file AS (
  SELECT DISTINCT startup_file.layer_digest, startup_file.position, startup_file.fingerprint, startup_file.bytes
  FROM layer_recipe
  JOIN startup_file
    ON startup_file.layer_digest = layer_recipe.layer_digest
    AND startup_file.position = layer_recipe.position
    AND startup_file.bytes = layer_recipe.bytes
  WHERE layer_recipe.kind = 'FILE'
    AND (layer_recipe.fingerprint = startup_file.fingerprint OR startup_file.fingerprint IS NULL)
)
SELECT image_digest, run, path, bytes, needed_bytes
FROM startup_file
-- A start needs more bytes of a file than the file has.
WHERE needed_bytes > bytes
  -- The layer has no such FILE at this position.
  OR NOT EXISTS (
    SELECT 1
    FROM layer_file
    WHERE layer_file.layer_digest = startup_file.layer_digest
      AND layer_file.position = startup_file.position
      AND layer_file.fingerprint IS NOT DISTINCT FROM startup_file.fingerprint
      AND layer_file.bytes = startup_file.bytes
  )
UNION ALL
-- Number of files, bytes of the whole files, or needed bytes differ from the sums over startup_file.
SELECT this.image_digest, this.run, NULL, this.whole_bytes, this.needed_bytes
FROM startup_result AS this
LEFT JOIN file_total ON file_total.image_digest = this.image_digest AND file_total.run = this.run
WHERE this.files <> coalesce(file_total.files, 0)
  OR this.whole_bytes <> coalesce(file_total.bytes, 0)
  OR this.needed_bytes <> coalesce(file_total.needed_bytes, 0)
ORDER BY image_digest, run, path NULLS FIRST
LIMIT 20
