-- Which backup scheme saves how much, with what index memory?
-- Raw bytes are all references of all snapshots to chunks, without zero data, which only zero_bytes counts; nothing is
-- compressed or replicated. reduction = 1 - stored / raw. efficiency = (raw - stored) / (raw - perfect): the share of
-- the duplicates that perfect deduplication, global and exact, removes. Schemes: vc-l1 is version detection alone.
-- vc-l2 adds the search in segments of the parent that are similar or at the same position. vc adds popular data,
-- stored once. srb is exact inside of each bin. rules: checksum+similar are the published ones; same-position searches
-- without similarity; dirty-bits uses what a disk has over another. index_bytes_per_machine is by the entry sizes of
-- settings backup.index, for the fullest machine.
--
-- figures: reduction efficiency ratio
-- subject: snapshots
-- leads: backup_result
-- first: scheme rules stored_bytes reduction efficiency index_bytes_per_machine sigma
-- gate: efficiency
-- chart: points x=index_bytes_per_machine y=efficiency series=scheme+rules log=x; Efficiency against index memory
SELECT
  scheme,
  rules,
  sigma,
  machines,
  raw_bytes,
  stored_bytes,
  zero_bytes,
  reduction,
  efficiency,
  index_bytes_per_machine
FROM backup_result
ORDER BY
  CASE scheme WHEN 'perfect' THEN 1 WHEN 'vc-l1' THEN 2 WHEN 'vc-l2' THEN 3 WHEN 'vc' THEN 4 ELSE 5 END,
  CASE WHEN rules = 'checksum+similar' THEN 0 ELSE 1 END,
  rules
