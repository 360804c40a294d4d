-- One row: the cost of each VM's first deletion, under the deletion policy of the parameters, all VMs together.
-- memory_bytes is the largest Bloom filter that a VM needs; nanos is the time of all these deletions. Ratios arrive as
-- texts: cast from a text, both engines get exactly the double that the table has.
SELECT
  count(*) AS deletions,
  coalesce(max(filter_bytes), 0) AS memory_bytes,
  coalesce(sum(delete_nanos), 0) AS nanos
FROM deletion
WHERE deletions = 1
  AND deletion_order = :order
  AND repair_rule = :repair
  AND false_positive_ratio = CAST(:falsepositive AS DOUBLE)
  AND most_leaked_ratio = CAST(:leaked AS DOUBLE)
