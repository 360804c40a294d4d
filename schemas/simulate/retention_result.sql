-- Table retention_result: one row per policy and repository, with what the policy removes and frees there. The row with
-- a null repository has blobs and files that several repositories contain.
WITH place AS (
  SELECT repository FROM member
  UNION
  SELECT repository FROM blob
),
tags AS (
  SELECT entry.repository, count(entry.tag) AS tags
  FROM repository_manifest AS entry
  JOIN manifest ON manifest.manifest_digest = entry.manifest_digest
  GROUP BY entry.repository
),
gone AS (
  SELECT
    decided.policy,
    decided.repository,
    count(CASE WHEN decided.outcome = 'TAG' THEN 1 END) AS removed_tags,
    count(CASE WHEN decided.outcome <> 'TAG' THEN 1 END) AS manifests,
    count(CASE WHEN decided.outcome = 'REMOVED' THEN 1 END) AS removed_manifests,
    count(CASE WHEN decided.outcome = 'REMOVED' THEN image.image_digest END) AS removed_images
  FROM decided
  LEFT JOIN image ON image.image_digest = decided.manifest_digest
  GROUP BY decided.policy, decided.repository
),
stored AS (
  SELECT
    repository,
    count(CASE WHEN kind = 'LAYER' THEN 1 END) AS layers,
    count(*) AS blobs,
    sum(bytes) AS stored_bytes
  FROM blob
  GROUP BY repository
),
freed_blobs AS (
  SELECT
    policy,
    repository,
    count(CASE WHEN kind = 'LAYER' THEN 1 END) AS removed_layers,
    count(*) AS freed_blobs,
    sum(bytes) AS freed_bytes
  FROM freed
  GROUP BY policy, repository
),
files AS (
  SELECT
    policy.policy,
    freed_file.repository,
    sum(freed_file.bytes) AS unique_file_bytes,
    sum(CASE WHEN (freed_file.bits & policy.bit) <> 0 THEN freed_file.bytes END) AS freed_file_bytes
  FROM freed_file
  CROSS JOIN policy
  GROUP BY policy.policy, freed_file.repository
)
SELECT
  policy.label AS policy,
  policy.keep_newest,
  policy.older_than_seconds,
  policy.aged_to,
  place.repository,
  coalesce(tags.tags, 0) AS tags,
  coalesce(gone.removed_tags, 0) AS removed_tags,
  coalesce(gone.manifests, 0) AS manifests,
  coalesce(gone.removed_manifests, 0) AS removed_manifests,
  coalesce(gone.removed_images, 0) AS removed_images,
  coalesce(stored.layers, 0) AS layers,
  coalesce(freed_blobs.removed_layers, 0) AS removed_layers,
  coalesce(stored.blobs, 0) AS blobs,
  coalesce(freed_blobs.freed_blobs, 0) AS freed_blobs,
  coalesce(stored.stored_bytes, 0) AS stored_bytes,
  coalesce(freed_blobs.freed_bytes, 0) AS freed_bytes,
  coalesce(files.unique_file_bytes, 0) AS unique_file_bytes,
  coalesce(files.freed_file_bytes, 0) AS freed_file_bytes
FROM place
CROSS JOIN policy
LEFT JOIN tags ON tags.repository = place.repository
LEFT JOIN gone ON gone.policy = policy.policy AND gone.repository = place.repository
LEFT JOIN stored ON stored.repository IS NOT DISTINCT FROM place.repository
LEFT JOIN freed_blobs
  ON freed_blobs.policy = policy.label AND freed_blobs.repository IS NOT DISTINCT FROM place.repository
LEFT JOIN files ON files.policy = policy.policy AND files.repository IS NOT DISTINCT FROM place.repository
