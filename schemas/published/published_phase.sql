-- How long the phases of deduplicating a layer took, in seconds; null where no figure was printed.
-- Source: the simulation of file-level deduplication over Docker Hub's layers of May 2017; of the study of that data
-- set N. Zhao et al., Large-scale analysis of the Docker Hub dataset (IEEE CLUSTER 2019).
-- Setting: 0.9 million layers of at most 50 MB, as stored; one node of cores cores and 64 GB, layers_at_once side by
-- side; MD5; unique files not stored; gzip. search looks a file up in an index, which Varve does not do; dedup is all
-- from read to search. Also printed: archive and compress took 0.04 to 0.15 s for 55 % of the layers. No table of ours
-- says which layers or machine it was: these figures are in rows of their own.
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
