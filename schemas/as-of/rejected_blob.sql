-- Rejections of runs up to the moment that still stood then. One with a digest stands while anything that is there leads to
-- it. One without stands while the runs that look there find it again.
WITH
named AS (
  SELECT digest FROM sighting_there
  UNION
  SELECT layer_digest FROM image_layer
  UNION
  SELECT digest FROM manifest_reference
  UNION
  SELECT config_digest FROM image WHERE config_digest IS NOT NULL
),
ended AS (
  SELECT location
  FROM every_rejection_sighting
  WHERE gone_at <= CAST(/* gone */ NULL AS TIMESTAMP)
  EXCEPT
  SELECT location
  FROM every_rejection_sighting
  WHERE first_seen_at <= CAST(/* moment */ NULL AS TIMESTAMP)
    AND (gone_at IS NULL OR gone_at > CAST(/* gone */ NULL AS TIMESTAMP))
)
SELECT every.*
FROM every_rejected_blob AS every
LEFT JOIN named ON named.digest = every.digest
LEFT JOIN ended ON ended.location = every.source
WHERE every.run_id IN (SELECT run.run_id FROM run)
  AND (every.digest IS NULL OR named.digest IS NOT NULL OR NOT EXISTS (SELECT 1 FROM every_sighting))
  AND (every.digest IS NOT NULL OR ended.location IS NULL)
