-- Where does the time of a layer go?
-- One row a phase over the layers for which it was measured (`layers`), in seconds of wall time on the thread that read
-- the layer. `dedup` is the sum of read, decompress, unpack and digest of a layer. It is no phase of its own: files are
-- not searched one by one, their sharing is computed by `varve derive` over all layers together. phase_ratio is the
-- share of the phase in the time of all phases. Percentiles are values that occur. No counting of files: hard links,
-- empty files and base layers play no part. Rows of source published are the figures printed of other layers on another
-- machine (Docker Hub, May 2017, layers up to 50 MB, 60 at a time on 32 cores; see schemas/published). They are null
-- where no figure was printed.
--
-- subject: registry
-- first: source phase p50_seconds p90_seconds p99_seconds total_seconds phase_ratio
-- chart: cdf y=p50_seconds+p80_seconds+p90_seconds+p99_seconds+max_seconds mark=published_p80_seconds+published_p90_seconds series=phase log=x; Seconds a layer takes in each phase
WITH
phase_name AS (
  SELECT *
  FROM (VALUES
    (1, 'read'), (2, 'decompress'), (3, 'unpack'), (4, 'digest'), (6, 'dedup'), (7, 'archive'), (8, 'compress')
  ) AS names (place, phase)
),
-- One row per layer and phase.
phase_time AS (
  SELECT
    phase_name.place,
    CASE phase_name.place
      WHEN 1 THEN layer_phase.read_nanos
      WHEN 2 THEN layer_phase.decompress_nanos
      WHEN 3 THEN layer_phase.unpack_nanos
      WHEN 4 THEN layer_phase.digest_nanos
      WHEN 6 THEN layer_phase.read_nanos + layer_phase.decompress_nanos + layer_phase.unpack_nanos
        + layer_phase.digest_nanos
      WHEN 7 THEN layer_phase.archive_nanos
      ELSE layer_phase.compress_nanos
    END AS nanos
  FROM layer_phase
  CROSS JOIN phase_name
),
-- One row per phase.
phase_total AS (
  SELECT
    place,
    count(nanos) AS layers,
    percentile_disc(0.50) WITHIN GROUP (ORDER BY nanos) AS p50,
    percentile_disc(0.80) WITHIN GROUP (ORDER BY nanos) AS p80,
    percentile_disc(0.90) WITHIN GROUP (ORDER BY nanos) AS p90,
    percentile_disc(0.99) WITHIN GROUP (ORDER BY nanos) AS p99,
    max(nanos) AS largest,
    sum(nanos) AS total
  FROM phase_time
  GROUP BY place
),
-- One row: the time of all phases; dedup (place 6) is the sum of others.
time_total AS (
  SELECT sum(total) AS total FROM phase_total WHERE place <> 6
),
-- One row per measured phase, and per printed one.
phase_line AS (
  SELECT
    'measured' AS source,
    phase_name.place,
    phase_name.phase,
    coalesce(phase_total.layers, 0) AS layers,
    phase_total.p50 / 1e9 AS p50_seconds,
    phase_total.p80 / 1e9 AS p80_seconds,
    phase_total.p90 / 1e9 AS p90_seconds,
    phase_total.p99 / 1e9 AS p99_seconds,
    phase_total.largest / 1e9 AS max_seconds,
    phase_total.total / 1e9 AS total_seconds,
    phase_total.total / nullif(time_total.total, 0) AS phase_ratio,
    NULL AS published_p80_seconds, NULL AS published_p90_seconds
  FROM phase_name
  CROSS JOIN time_total
  LEFT JOIN phase_total ON phase_total.place = phase_name.place
  UNION ALL
  SELECT 'published', place, phase, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, p80_seconds, p90_seconds
  FROM published_phase
  WHERE EXISTS (SELECT 1 FROM layer_phase)
)
SELECT
  source,
  phase,
  layers,
  p50_seconds,
  p80_seconds,
  p90_seconds,
  p99_seconds,
  max_seconds,
  total_seconds,
  phase_ratio,
  published_p80_seconds,
  published_p90_seconds
FROM phase_line
ORDER BY source, place
