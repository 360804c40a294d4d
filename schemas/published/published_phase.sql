-- Seconds that the phases of deduplicating a layer took, one row per phase, as percentiles; null where none was
-- printed.
-- Source: a simulation of file-level deduplication over the layers of Docker Hub of May 2017. The data set is studied
-- in N. Zhao et al., Large-scale analysis of the Docker Hub dataset (IEEE CLUSTER 2019).
-- Setting: 0.9 million layers of at most 50 MB as stored; one node with `cores` cores and 64 GB of memory. It processed
-- `layers_at_once` layers in parallel, by MD5 and gzip, and did not store unique files. Phase search looks a file up in
-- an index, which Varve does not do. Phase dedup is all phases from read to search. Also printed: archive and compress
-- took 0.04 to 0.15 s for 55 % of the layers. A warehouse has other layers, read on another machine, so reports show
-- these figures in separate rows.
SELECT
  place,
  phase,
  32 AS cores,
  60 AS layers_at_once,
  CAST(50000000 AS BIGINT) AS most_layer_bytes,
  p80_seconds,
  p90_seconds
FROM (VALUES
  (2, 'decompress', NULL, 0.95E0),
  (3, 'unpack', NULL, 0.35E0),
  (4, 'digest', 4.21E0, 27.1E0),
  (5, 'search', NULL, 0.004E0),
  (6, 'dedup', 9.09E0, NULL),
  (8, 'compress', 2.82E0, 8E0)
) AS t (place, phase, p80_seconds, p90_seconds)
