-- Table sighting as it is after this run. A row that is there stays while it is seen, or while this run does not judge
-- it (views unjudged_place, unjudged_tag); otherwise it is gone since this run. What is seen and was not there before is
-- a new row. The first run of this version takes rows of earlier ones from image_tag and repository_manifest; a row
-- without a location is gone once its tag is seen anywhere, as then that place has it. A layer that a run read before it
-- ended early is gone where no later run found it.
-- Reads:
--   new_image_tag, new_repository_manifest, new_stored_blob: what this run found, with its place.
--   unjudged_place, unjudged_tag: where this run does not say what is gone (class Sightings).
--   ended_run: earlier runs that ended early, of inputs that this run has looked through (class Sightings).
--   unnamed_size: sizes that were looked up, of blobs that no manifest names (class Leftovers).
WITH
seen AS (
  SELECT location, 'IMAGE' AS kind, coalesce(repository, '') AS repository, coalesce(tag, '') AS tag, image_digest AS digest
  FROM new_image_tag
  UNION
  SELECT location, 'MANIFEST', repository, coalesce(tag, ''), manifest_digest FROM new_repository_manifest
  UNION
  SELECT store, 'BLOB', '', '', digest FROM new_stored_blob
),
stated AS (
  SELECT location, kind, coalesce(repository, '') AS repository, coalesce(tag, '') AS tag, digest, bytes, first_seen_at, gone_at
  FROM sighting
  UNION ALL
  SELECT nullif(:place, ''), 'IMAGE', coalesce(repository, ''), coalesce(tag, ''), image_digest, NULL, first_seen_at, NULL
  FROM image_tag
  WHERE NOT EXISTS (SELECT 1 FROM sighting)
  UNION ALL
  SELECT nullif(:place, ''), 'MANIFEST', repository, coalesce(tag, ''), manifest_digest, NULL, first_seen_at, NULL
  FROM repository_manifest
  WHERE NOT EXISTS (SELECT 1 FROM sighting)
),
-- Earlier versions wrote no repository of an image where nobody states one.
earlier AS (
  SELECT
    location, kind,
    CASE
      WHEN kind = 'IMAGE' AND repository = '' AND location IS NOT NULL
        THEN regexp_replace(regexp_replace(location, '^.*/', ''), '[.]tar$', '')
      ELSE repository
    END AS repository,
    tag, digest, bytes, first_seen_at, gone_at
  FROM stated
),
there AS (
  SELECT earlier.*, coalesce(earlier.location, '') AS place
  FROM earlier
  WHERE earlier.gone_at IS NULL
),
-- Earlier versions wrote repositories of Docker Hub with host docker.io.
found_name AS (
  SELECT DISTINCT kind, repository, tag FROM seen WHERE kind <> 'BLOB'
  UNION
  SELECT kind, concat('docker.io/', repository), tag FROM seen WHERE kind <> 'BLOB'
  UNION
  SELECT kind, concat('docker.io/library/', repository), tag FROM seen WHERE kind <> 'BLOB'
),
judged AS (
  SELECT
    there.*,
    seen.digest IS NOT NULL AS is_seen,
    unjudged_place.location IS NULL AND unjudged_tag.location IS NULL AND there.location IS NOT NULL AS is_judged,
    there.location IS NULL AND found_name.kind IS NOT NULL AS is_found_elsewhere
  FROM there
  LEFT JOIN seen
    ON seen.location = there.place AND seen.kind = there.kind AND seen.repository = there.repository
    AND seen.tag = there.tag AND seen.digest = there.digest
  LEFT JOIN unjudged_place ON unjudged_place.location = there.place
  LEFT JOIN unjudged_tag ON unjudged_tag.location = there.place AND unjudged_tag.tag = there.tag
  LEFT JOIN found_name
    ON found_name.kind = there.kind AND found_name.repository = there.repository AND found_name.tag = there.tag
),
fresh AS (
  SELECT seen.*
  FROM seen
  ANTI JOIN there
    ON there.place = seen.location AND there.kind = seen.kind AND there.repository = seen.repository
    AND there.tag = seen.tag AND there.digest = seen.digest
),
-- The first row of an image or manifest at a place that an earlier version ingested keeps its time.
known_since AS (
  SELECT kind, repository, tag, digest, min(first_seen_at) AS first_seen_at
  FROM there
  WHERE location IS NULL OR (location = :place AND NOT EXISTS (SELECT 1 FROM sighting))
  GROUP BY kind, repository, tag, digest
),
unseen_layer AS (
  SELECT layer.layer_digest, layer.compressed_bytes, layer.first_seen_at
  FROM layer
  JOIN ended_run ON ended_run.started_at = layer.first_seen_at
  ANTI JOIN (
    SELECT digest FROM earlier
    UNION ALL
    SELECT digest FROM seen
    UNION ALL
    SELECT layer_digest FROM image_layer
    UNION ALL
    SELECT layer_digest FROM new_image_layer
    UNION ALL
    SELECT digest FROM manifest_reference
    UNION ALL
    SELECT digest FROM new_manifest_reference
  ) AS found ON found.digest = layer.layer_digest
),
size AS (
  SELECT digest, max(bytes) AS bytes
  FROM (
    SELECT layer_digest AS digest, compressed_bytes AS bytes FROM layer
    UNION ALL
    SELECT manifest_digest, bytes FROM manifest
    UNION ALL
    SELECT manifest_digest, bytes FROM new_manifest
    UNION ALL
    SELECT digest, bytes FROM manifest_reference
    UNION ALL
    SELECT digest, bytes FROM new_manifest_reference
    UNION ALL
    SELECT digest, bytes FROM new_stored_blob WHERE bytes >= 0
    UNION ALL
    SELECT digest, bytes FROM unnamed_size
  ) AS listed
  GROUP BY digest
),
image_size AS (
  SELECT image_digest AS digest, max(compressed_bytes) AS bytes
  FROM (
    SELECT image_digest, compressed_bytes FROM image
    UNION ALL
    SELECT image_digest, compressed_bytes FROM new_image
  ) AS both_kinds
  GROUP BY image_digest
)
SELECT
  location, kind, nullif(repository, '') AS repository, nullif(tag, '') AS tag, digest, bytes, first_seen_at, gone_at
FROM earlier
WHERE gone_at IS NOT NULL
UNION ALL
SELECT
  location, kind, nullif(repository, ''), nullif(tag, ''), digest, bytes, first_seen_at,
  CASE WHEN is_found_elsewhere OR (is_judged AND NOT is_seen) THEN CAST(:started AS TIMESTAMP) END
FROM judged
UNION ALL
SELECT NULL, 'BLOB', NULL, NULL, layer_digest, compressed_bytes, first_seen_at, CAST(:started AS TIMESTAMP)
FROM unseen_layer
UNION ALL
SELECT
  fresh.location, fresh.kind, nullif(fresh.repository, ''), nullif(fresh.tag, ''), fresh.digest,
  CASE WHEN fresh.kind = 'IMAGE' THEN image_size.bytes ELSE size.bytes END,
  coalesce(known_since.first_seen_at, CAST(:started AS TIMESTAMP)),
  NULL
FROM fresh
LEFT JOIN size ON size.digest = fresh.digest AND fresh.kind <> 'IMAGE'
LEFT JOIN image_size ON image_size.digest = fresh.digest AND fresh.kind = 'IMAGE'
LEFT JOIN known_since
  ON known_since.kind = fresh.kind AND known_since.repository = fresh.repository AND known_since.tag = fresh.tag
  AND known_since.digest = fresh.digest
