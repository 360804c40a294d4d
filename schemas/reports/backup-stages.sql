-- What does each stage of the VM-centric backup remove of what the stage before left?
-- One row per set of rules and stage: references of all snapshots to chunks, and their bytes, without zero data. l1:
-- whole segments equal to the parent's at the same position. l2: chunks found in similar segments of the parent, and
-- in its segment at the same position. l3: popular data, which counts once after the stage. gain_ratio is against the
-- bytes before the stage. reduction and efficiency are of all stages up to this one, as in backup-efficiency.
--
-- figures: reduction efficiency ratio
-- subject: snapshots
-- first: rules stage removed_bytes gain_ratio before_bytes after_bytes reduction efficiency
-- chart: waterfall x=stage y=before_bytes+after_bytes panel=rules+sigma; What each stage removes
SELECT
  rules,
  sigma,
  stage,
  before_chunks,
  before_bytes,
  after_chunks,
  after_bytes,
  -- removed_bytes: before_bytes - after_bytes.
  before_bytes - after_bytes AS removed_bytes,
  gain_ratio,
  reduction,
  efficiency
FROM backup_stage
ORDER BY CASE WHEN rules = 'checksum+similar' THEN 0 ELSE 1 END, rules, stage
