-- Figures that the authors of DupHunter printed about pulls from their registry, one row per report, setting and
-- figure.
-- Source: N. Zhao et al., DupHunter: flexible high-performance deduplication for Docker registries (ATC 2020).
-- Setting: 2,500 requests of the Dallas trace for layers of about one size, with a cache of 20 % of the ingested bytes.
-- Registry and servers are other ones than in a simulation, so reports show these figures in separate rows.
SELECT
  report,
  backend,
  CAST(layer_bytes AS BIGINT) AS layer_bytes,
  servers,
  clients,
  gap_millis,
  figure,
  value
FROM (VALUES
  ('pull-latency', 'dedup-none', 1000000, NULL, NULL, NULL, 'overhead', 1.89E0),
  ('pull-latency', 'dedup-preconstruct', 9000000, NULL, NULL, NULL, 'overhead', 0.19E0),
  ('cache-hit-ratio', 'dedup-arc', 1000000, NULL, NULL, NULL, 'hit', 0.77E0),
  ('cache-hit-ratio', 'dedup-arc', 9000000, NULL, NULL, NULL, 'hit', 0.77E0),
  ('cache-hit-ratio', 'dedup-preconstruct', 1000000, NULL, NULL, NULL, 'hit', 0.95E0),
  ('cache-hit-ratio', 'dedup-preconstruct', 9000000, NULL, NULL, NULL, 'hit', 0.79E0),
  ('cache-hit-ratio', 'dedup-preconstruct', 9000000, NULL, NULL, NULL, 'wait', 0.16E0),
  ('server-scaling', 'dedup-none', 30000000, 7, NULL, NULL, 'fetch-and-merge', 1300E0),
  ('server-scaling', 'dedup-none', 70000000, 7, NULL, NULL, 'fetch-and-merge', 3600E0),
  ('client-concurrency', 'dedup-preconstruct', NULL, 14, 20, NULL, 'mean', 370E0),
  ('client-concurrency', 'dedup-preconstruct', NULL, 14, 60, NULL, 'mean', 470E0),
  ('manifest-gap', 'dedup-preconstruct', NULL, NULL, NULL, 1000E0, 'overhead', 0.19E0),
  ('manifest-gap', 'dedup-preconstruct', NULL, NULL, NULL, 0E0, 'overhead', 0.3E0)
) AS printed (report, backend, layer_bytes, servers, clients, gap_millis, figure, value)
