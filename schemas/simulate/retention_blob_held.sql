-- The blobs that manifests of repositories are or lead to, with their sizes as stored: as read, else as stated; 0 of those
-- that are known to be absent. The repository is null where several hold a blob.
WITH named AS (
  SELECT repository, manifest_digest AS digest, NULL AS bytes, 'MANIFEST' AS kind FROM member
  UNION ALL
  SELECT member.repository, led.digest, led.bytes, led.kind
  FROM member
  JOIN manifest_reference AS led ON led.manifest_digest = member.manifest_digest
),
found AS (
  SELECT
    digest,
    max(kind) AS kind,
    max(bytes) AS bytes,
    CASE WHEN min(repository) = max(repository) THEN min(repository) END AS repository
  FROM named
  GROUP BY digest
),
absent AS (
  SELECT DISTINCT digest FROM rejected_blob WHERE reason = 'ABSENT' AND digest IS NOT NULL
)
SELECT
  found.digest,
  CASE
    WHEN manifest.manifest_digest IS NOT NULL THEN 'MANIFEST'
    WHEN layer.layer_digest IS NOT NULL THEN 'LAYER'
    ELSE found.kind
  END AS kind,
  coalesce(
    manifest.bytes,
    layer.compressed_bytes,
    CASE WHEN absent.digest IS NULL THEN found.bytes END,
    0
  ) AS bytes,
  layer.layer_digest IS NOT NULL AS read,
  found.repository
FROM found
LEFT JOIN manifest ON manifest.manifest_digest = found.digest
LEFT JOIN layer ON layer.layer_digest = found.digest
LEFT JOIN absent ON absent.digest = found.digest
