-- What does deletion by Bloom summaries leak, and how often must it be repaired?
-- By the number of deletions so far, over the VMs that had as many. Leaked are bytes that a VM's store contains though
-- none of its live snapshots needs them, measured exactly, after the repair if there was one; ratios are against live
-- bytes. predicted_ratio is the formula's, weighted by live bytes. Zero data and popular data are in no column. Rows of
-- source published are the printed figures of the authors' fleet (eps 1 %, 2.5 % of new data a snapshot, ten kept; see
-- schemas/published). Their predicted_ratio is the formula for that setting. No other fleet is that one, so nothing
-- printed is in the rows of source counted.
--
-- subject: deletion
-- leads: deletion_result
-- first: source deletion_order repair_rule deletions leaked_bytes leaked_ratio predicted_ratio repairs
-- chart: line x=deletions y=leaked_ratio+predicted_ratio mark=published_measured_ratio series=source+deletion_order+repair_rule; Leaked bytes as snapshots are deleted
WITH
-- One row per policy of deletion and number of deletions: sums over the VMs that had as many.
counted AS (
  SELECT
    'counted' AS source,
    deletion_order,
    false_positive_ratio,
    most_leaked_ratio,
    repair_rule,
    deletions,
    count(*) AS vms,
    sum(live_bytes) AS live_bytes,
    sum(leaked_bytes) AS leaked_bytes,
    sum(leaked_bytes) / nullif(sum(live_bytes), 0) AS leaked_ratio,
    -- A sum of fractions depends on their order in the last digits.
    round(sum(predicted_ratio * live_bytes) / nullif(sum(live_bytes), 0), 12) AS predicted_ratio,
    NULL AS published_predicted_ratio, NULL AS published_measured_ratio,
    max(leaked_ratio) AS largest_leaked_ratio,
    count(CASE WHEN leaked_ratio > most_leaked_ratio THEN 1 END) AS vms_above_most,
    count(CASE WHEN repaired THEN 1 END) AS repairs,
    sum(reclaimed_bytes) AS reclaimed_bytes,
    sum(filter_bytes) AS filter_bytes,
    max(repair_memory_bytes) AS largest_repair_memory_bytes
  FROM deletion_result
  GROUP BY deletion_order, false_positive_ratio, most_leaked_ratio, repair_rule, deletions
),
-- Printed figures, if there are simulated ones to compare with.
published AS (
  SELECT
    'published' AS source,
    NULL AS deletion_order,
    false_positive_ratio,
    most_leaked_ratio,
    NULL AS repair_rule,
    deletions,
    NULL AS vms,
    NULL AS live_bytes,
    NULL AS leaked_bytes,
    NULL AS leaked_ratio,
    deletions * new_ratio * false_positive_ratio / (1 + (retained - 1) * new_ratio) AS predicted_ratio,
    predicted_ratio AS published_predicted_ratio,
    measured_ratio AS published_measured_ratio,
    NULL AS largest_leaked_ratio,
    NULL AS vms_above_most,
    NULL AS repairs,
    NULL AS reclaimed_bytes,
    NULL AS filter_bytes,
    NULL AS largest_repair_memory_bytes
  FROM published_leak
  WHERE EXISTS (SELECT 1 FROM deletion_result)
)
SELECT *
FROM (SELECT * FROM counted UNION ALL SELECT * FROM published) AS line
ORDER BY source, deletion_order, false_positive_ratio, most_leaked_ratio, repair_rule, deletions
