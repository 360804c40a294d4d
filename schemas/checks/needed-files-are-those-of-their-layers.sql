-- A needed file is a FILE of its layer, and the files of a start add up to its result.
WITH summed AS (
  SELECT image_digest, run, count(*) AS files, sum(bytes) AS bytes, sum(needed_bytes) AS needed_bytes
  FROM startup_file
  GROUP BY image_digest, run
)
SELECT startup_file.image_digest, startup_file.run, startup_file.path, startup_file.bytes, startup_file.needed_bytes
FROM startup_file
LEFT JOIN layer_recipe
  ON layer_recipe.layer_digest = startup_file.layer_digest AND layer_recipe.position = startup_file.position
WHERE layer_recipe.kind IS NULL
  OR layer_recipe.kind <> 'FILE'
  OR layer_recipe.bytes <> startup_file.bytes
  OR layer_recipe.fingerprint <> startup_file.fingerprint
  OR startup_file.needed_bytes > startup_file.bytes
UNION ALL
SELECT this.image_digest, this.run, CAST(NULL AS STRING), this.whole_bytes, this.needed_bytes
FROM startup_result AS this
LEFT JOIN summed ON summed.image_digest = this.image_digest AND summed.run = this.run
WHERE this.files <> coalesce(summed.files, 0)
  OR this.whole_bytes <> coalesce(summed.bytes, 0)
  OR this.needed_bytes <> coalesce(summed.needed_bytes, 0)
ORDER BY image_digest, run, path NULLS FIRST
LIMIT 20
