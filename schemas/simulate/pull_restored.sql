-- Bytes that a client fetches of each restored layer: as measured with this codec; else those of the blob, where it is of
-- that kind; else those of the archive at the ratio of the settings.
WITH measured AS (
  SELECT layer_digest, max(pull_bytes) AS pull_bytes FROM layer_pull WHERE codec = :codec GROUP BY layer_digest
)
SELECT
  arrived_layer.layer,
  arrived_layer.compressed_bytes,
  arrived_layer.entries,
  coalesce(
    measured.pull_bytes,
    CASE
      WHEN arrived_layer.compression = :kind THEN arrived_layer.compressed_bytes
      ELSE CAST(round(arrived_layer.archive_bytes * :ratio) AS BIGINT)
    END
  ) AS restored_bytes
FROM arrived_layer
LEFT JOIN measured ON measured.layer_digest = arrived_layer.layer_digest
ORDER BY arrived_layer.layer
