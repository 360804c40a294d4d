-- How long does a start wait for its image: pulled whole, or fetched as it is read?
-- Means over all starts of a way and a network. seconds is latency x requests + bytes / bandwidth, and for full pulls
-- the time to unpack; requests follow each other, and nothing else is waited for. full: all layers as stored;
-- flattened: one layer without what is hidden, of the same compression. lazy-file: whole files of which a byte is
-- needed; lazy-block: blocks of files with a needed byte. full_fold is the mean time of the full pull over that of this
-- way, median_fold the median of the starts' own quotients. Rows of source published are quotients that were printed of
-- other images and of whole cycles (see schemas/published). With prices.egress-gb also start_cost, of bytes.
--
-- subject: starts
-- first: source mode block_bytes latency_millis requests bytes mean_seconds full_fold median_fold
-- chart: bars x=mode y=mean_seconds series=block_bytes panel=latency_millis+bytes_per_second where=source:counted; Time until a start has what it needs
WITH
-- One row per start, mode, block size and network, next to the full pull of the same start and network.
compared_pull AS (
  SELECT this.*, this.seconds AS own_seconds, whole.seconds AS full_seconds
  FROM startup_pull AS this
  JOIN startup_pull AS whole
    ON whole.image_digest = this.image_digest
    AND whole.run = this.run
    AND whole.mode = 'full'
    AND whole.latency_millis = this.latency_millis
    AND whole.bytes_per_second = this.bytes_per_second
),
-- One row per mode, block size and network, and the printed figures.
line AS (
  SELECT
    'counted' AS source,
    mode,
    block_bytes,
    latency_millis,
    bytes_per_second,
    count(*) AS starts,
    avg(requests) AS requests,
    CAST(round(avg(bytes), 0) AS BIGINT) AS bytes,
    -- Sums of fractions depend on their order in the last digits.
    round(avg(own_seconds), 12) AS mean_seconds,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY own_seconds) AS p50_seconds,
    max(own_seconds) AS max_seconds,
    round(sum(full_seconds) / nullif(sum(own_seconds), 0), 12) AS full_fold,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY full_seconds / nullif(own_seconds, 0)) AS median_fold
  FROM compared_pull
  GROUP BY mode, block_bytes, latency_millis, bytes_per_second
  UNION ALL
  SELECT
    'published',
    figure,
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    value
  FROM published_startup
  WHERE report = 'lazy-pull' AND figure <> 'run phase' AND EXISTS (SELECT 1 FROM startup_pull)
)
SELECT
  *
  /* prices: egress of bytes as start_cost */
FROM line
ORDER BY source, latency_millis NULLS FIRST, bytes_per_second NULLS FIRST, mode, block_bytes NULLS FIRST
