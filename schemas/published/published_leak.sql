-- Bytes that deletion by Bloom summaries leaves stored although nothing needs them, as a share of the live bytes. One
-- row per number of deletions, with the predicted and the measured share.
-- Source: W. Zhang et al., VM-centric snapshot deduplication (MSST 2015; IEEE TPDS, doi.org/10.1109/TPDS.2015.2408263)
-- and the authors' earlier drafts.
-- Setting: the authors' VMs, each with `retained` snapshots. Each snapshot adds `new_ratio` times the chunks of the
-- first one. Summaries are sized for `false_positive_ratio`. Leaks are repaired only above `most_leaked_ratio`, which
-- these few deletions do not reach. The share of new chunks is in no table of a warehouse, so reports show these
-- figures in separate rows.
SELECT
  10 AS retained,
  0.025E0 AS new_ratio,
  0.01E0 AS false_positive_ratio,
  0.05E0 AS most_leaked_ratio,
  deletions,
  predicted_ratio,
  measured_ratio
FROM (VALUES
  (1, 0.0002E0, 0.00019E0),
  (3, 0.0006E0, 0.00056E0),
  (5, 0.001E0, 0.00089E0),
  (7, 0.0014E0, 0.0012E0),
  (9, 0.0018E0, 0.00149E0)
) AS t (deletions, predicted_ratio, measured_ratio)
