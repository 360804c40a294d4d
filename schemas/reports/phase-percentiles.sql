-- Where does the time of a layer go?
-- One row a phase over the layers for which it was measured (`layers`), in seconds of wall time on the thread that
-- read the layer. `dedup` is the sum of read, decompress, unpack, digest and search of a layer; it is no phase of its
-- own. phase_ratio is the share of the phase in the time of all phases. Percentiles are values that occur.
-- The published figures are those of the Docker Hub study (May 2017, layers up to 50 MB, 60 at a time on 32 cores);
-- null where none was published. No counting of files: hard links, empty files and base layers play no part.
WITH
phase_name AS (
  SELECT *
  FROM (VALUES
    (1, 'read', NULL, NULL), (2, 'decompress', NULL, 0.95), (3, 'unpack', NULL, 0.35), (4, 'digest', 4.21, 27.1),
    (5, 'search', NULL, 0.004), (6, 'dedup', 9.09, NULL), (7, 'archive', NULL, NULL), (8, 'compress', 2.82, 8.0)
  ) AS names (place, phase, published_p80, published_p90)
),
measured AS (
  SELECT
    phase_name.place,
    CASE phase_name.place
      WHEN 1 THEN layer_phase.read_nanos
      WHEN 2 THEN layer_phase.decompress_nanos
      WHEN 3 THEN layer_phase.unpack_nanos
      WHEN 4 THEN layer_phase.digest_nanos
      WHEN 5 THEN layer_phase.search_nanos
      WHEN 6 THEN layer_phase.read_nanos + layer_phase.decompress_nanos + layer_phase.unpack_nanos
        + layer_phase.digest_nanos + coalesce(layer_phase.search_nanos, 0)
      WHEN 7 THEN layer_phase.archive_nanos
      ELSE layer_phase.compress_nanos
    END AS nanos
  FROM layer_phase
  CROSS JOIN phase_name
),
timed AS (
  SELECT
    place,
    count(nanos) AS layers,
    percentile_disc(0.50) WITHIN GROUP (ORDER BY nanos) AS p50,
    percentile_disc(0.80) WITHIN GROUP (ORDER BY nanos) AS p80,
    percentile_disc(0.90) WITHIN GROUP (ORDER BY nanos) AS p90,
    percentile_disc(0.99) WITHIN GROUP (ORDER BY nanos) AS p99,
    max(nanos) AS largest,
    sum(nanos) AS total
  FROM measured
  GROUP BY place
),
whole AS (
  SELECT sum(total) AS total FROM timed WHERE place <> 6
)
SELECT
  phase_name.phase,
  coalesce(timed.layers, 0) AS layers,
  round(CAST(timed.p50 AS DOUBLE) / 1e9, 6) AS p50_seconds,
  round(CAST(timed.p80 AS DOUBLE) / 1e9, 6) AS p80_seconds,
  round(CAST(timed.p90 AS DOUBLE) / 1e9, 6) AS p90_seconds,
  round(CAST(timed.p99 AS DOUBLE) / 1e9, 6) AS p99_seconds,
  round(CAST(timed.largest AS DOUBLE) / 1e9, 6) AS max_seconds,
  round(CAST(timed.total AS DOUBLE) / 1e9, 6) AS total_seconds,
  round(CAST(timed.total AS DOUBLE) / nullif(CAST(whole.total AS DOUBLE), 0), 6) AS phase_ratio,
  CAST(phase_name.published_p80 AS DOUBLE) AS published_p80_seconds,
  CAST(phase_name.published_p90 AS DOUBLE) AS published_p90_seconds
FROM phase_name
CROSS JOIN whole
LEFT JOIN timed ON timed.place = phase_name.place
ORDER BY phase_name.place
