-- One row per blob that is a manifest of a repository, or that such a manifest refers to, with its size as stored.
-- bytes is the size that was read, else the size that a manifest declares, or 0 if the blob is known to be absent.
-- repository is null where several contain the blob.
WITH named AS (
  SELECT repository, manifest_digest AS digest, CAST(NULL AS BIGINT) AS bytes, 'MANIFEST' AS kind FROM member
  UNION ALL
  SELECT member.repository, led.digest, led.bytes, led.kind
  FROM member
  JOIN manifest_reference AS led ON led.manifest_digest = member.manifest_digest
),
stated AS (
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
  stated.digest,
  CASE
    WHEN manifest.manifest_digest IS NOT NULL THEN 'MANIFEST'
    WHEN layer.layer_digest IS NOT NULL THEN 'LAYER'
    ELSE stated.kind
  END AS kind,
  coalesce(
    manifest.bytes,
    layer.compressed_bytes,
    CASE WHEN absent.digest IS NULL THEN stated.bytes END,
    0
  ) AS bytes,
  layer.layer_digest IS NOT NULL AS is_read,
  stated.repository
FROM stated
LEFT JOIN manifest ON manifest.manifest_digest = stated.digest
LEFT JOIN layer ON layer.layer_digest = stated.digest
LEFT JOIN absent ON absent.digest = stated.digest
