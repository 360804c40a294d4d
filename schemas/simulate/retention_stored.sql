-- One row per blob that is a manifest of a repository, or that such a manifest refers to, with its size as stored.
-- bytes is the size that was read, else the size that a manifest declares, or 0 if the blob is known to be absent.
-- repository is null where several contain the blob.
-- Reads:
--   member: one row per repository and manifest that is in it, or that an index in it lists (retention_member.sql).
WITH
-- One row per repository and reference to a blob: by the repository itself (a manifest), or by such a manifest.
named_blob AS (
  SELECT repository, manifest_digest AS digest, CAST(NULL AS BIGINT) AS bytes, 'MANIFEST' AS kind FROM member
  UNION ALL
  SELECT member.repository, reference.digest, reference.bytes, reference.kind
  FROM member
  JOIN manifest_reference AS reference
    ON reference.manifest_digest = member.manifest_digest
),
-- One row per blob, with what the manifests declare of it.
declared_blob AS (
  SELECT
    digest,
    max(kind) AS kind,
    max(bytes) AS bytes,
    CASE WHEN min(repository) = max(repository) THEN min(repository) END AS repository
  FROM named_blob
  GROUP BY digest
),
-- Blobs that an ingest looked for and did not find.
absent_blob AS (
  SELECT DISTINCT digest FROM rejected_blob WHERE reason = 'ABSENT' AND digest IS NOT NULL
)
SELECT
  declared_blob.digest,
  CASE
    WHEN manifest.manifest_digest IS NOT NULL THEN 'MANIFEST'
    WHEN layer.layer_digest IS NOT NULL THEN 'LAYER'
    ELSE declared_blob.kind
  END AS kind,
  coalesce(
    manifest.bytes,
    layer.compressed_bytes,
    CASE WHEN absent_blob.digest IS NULL THEN declared_blob.bytes END,
    0
  ) AS bytes,
  layer.layer_digest IS NOT NULL AS is_read,
  declared_blob.repository
FROM declared_blob
LEFT JOIN manifest ON manifest.manifest_digest = declared_blob.digest
LEFT JOIN layer ON layer.layer_digest = declared_blob.digest
LEFT JOIN absent_blob ON absent_blob.digest = declared_blob.digest
