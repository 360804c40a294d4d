-- Table retention_result: one row per policy and repository, with what the policy removes and frees there. The row with
-- a null repository has blobs and files that several repositories contain.
-- Reads:
--   member: one row per repository and manifest that is in it, or that an index in it lists (retention_member.sql).
--   blob: the blobs that manifests of repositories need (retention_stored.sql).
--   decided: one row per policy, repository and tag or manifest, with the outcome: TAG (removed), KEPT or REMOVED.
--   freed: the blobs that each policy frees (retention_blob.sql).
--   freed_file: bytes of files, by the policies that free them (retention_file.sql).
--   policy: one row per policy, with its label and its bit.
WITH
-- One row per repository, and one with a null repository for blobs of several.
report_place AS (
  SELECT repository FROM member
  UNION
  SELECT repository FROM blob
),
-- One row per repository.
tag_total AS (
  SELECT entry.repository, count(entry.tag) AS tags
  FROM repository_manifest AS entry
  JOIN manifest ON manifest.manifest_digest = entry.manifest_digest
  GROUP BY entry.repository
),
-- One row per policy and repository: the tags and manifests that the policy decided about.
removed_total AS (
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
-- One row per repository: all its blobs.
blob_total AS (
  SELECT
    repository,
    count(CASE WHEN kind = 'LAYER' THEN 1 END) AS layers,
    count(*) AS blobs,
    sum(bytes) AS stored_bytes
  FROM blob
  GROUP BY repository
),
-- One row per policy and repository: the blobs that the policy frees.
freed_total AS (
  SELECT
    policy,
    repository,
    count(CASE WHEN kind = 'LAYER' THEN 1 END) AS removed_layers,
    count(*) AS freed_blobs,
    sum(bytes) AS freed_bytes
  FROM freed
  GROUP BY policy, repository
),
-- One row per policy and repository: bytes of distinct files, and of those of them that the policy frees.
file_total AS (
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
  report_place.repository,
  coalesce(tag_total.tags, 0) AS tags,
  coalesce(removed_total.removed_tags, 0) AS removed_tags,
  coalesce(removed_total.manifests, 0) AS manifests,
  coalesce(removed_total.removed_manifests, 0) AS removed_manifests,
  coalesce(removed_total.removed_images, 0) AS removed_images,
  coalesce(blob_total.layers, 0) AS layers,
  coalesce(freed_total.removed_layers, 0) AS removed_layers,
  coalesce(blob_total.blobs, 0) AS blobs,
  coalesce(freed_total.freed_blobs, 0) AS freed_blobs,
  coalesce(blob_total.stored_bytes, 0) AS stored_bytes,
  coalesce(freed_total.freed_bytes, 0) AS freed_bytes,
  coalesce(file_total.unique_file_bytes, 0) AS unique_file_bytes,
  coalesce(file_total.freed_file_bytes, 0) AS freed_file_bytes
FROM report_place
CROSS JOIN policy
LEFT JOIN tag_total ON tag_total.repository = report_place.repository
LEFT JOIN removed_total ON removed_total.policy = policy.policy AND removed_total.repository = report_place.repository
LEFT JOIN blob_total ON blob_total.repository IS NOT DISTINCT FROM report_place.repository
LEFT JOIN freed_total
  ON freed_total.policy = policy.label AND freed_total.repository IS NOT DISTINCT FROM report_place.repository
LEFT JOIN file_total
  ON file_total.policy = policy.policy
  AND file_total.repository IS NOT DISTINCT FROM report_place.repository
