-- What deletion by Bloom summaries leaked of the authors' VMs, as a share of what is live, after so many deletions.
-- Source: W. Zhang et al., VM-centric snapshot deduplication (MSST 2015; IEEE TPDS, doi.org/10.1109/TPDS.2015.2408263) and
-- the authors' earlier drafts: predicted and measured leakage.
-- Setting: their fleet; every VM keeps retained snapshots, each with new_ratio of the first one's chunks new; summaries
-- sized for the false-positive ratio; a repair only above most_leaked_ratio, which so few deletions do not reach. No table
-- of ours says how much is new in a snapshot, or that a fleet is theirs: these figures are in rows of their own.
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
