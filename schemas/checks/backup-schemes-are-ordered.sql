-- No scheme stores less than perfect deduplication, and each level of scheme vc stores no more than the level before.
-- In bytes: raw >= vc-l1 >= vc-l2 >= vc >= perfect, for each set of rules. Raw bytes are all references without zero
-- data.
WITH
-- One row: perfect deduplication, the bound of all schemes.
perfect_scheme AS (
  SELECT min(stored_bytes) AS stored_bytes, max(efficiency) AS efficiency FROM backup_result WHERE scheme = 'perfect'
),
-- One row per set of rules: the three levels of the VM-centric schemes next to each other; rules is null for the
-- other schemes.
scheme_levels AS (
  SELECT
    rules,
    max(raw_bytes) AS raw_bytes,
    max(CASE WHEN scheme = 'vc-l1' THEN stored_bytes END) AS l1_bytes,
    max(CASE WHEN scheme = 'vc-l2' THEN stored_bytes END) AS l2_bytes,
    max(CASE WHEN scheme = 'vc' THEN stored_bytes END) AS vc_bytes
  FROM backup_result
  WHERE rules IS NOT NULL
  GROUP BY rules
),
-- One row per set of rules or scheme that breaks the order.
fault AS (
  SELECT
    scheme_levels.rules AS scheme, scheme_levels.raw_bytes, l1_bytes, l2_bytes, vc_bytes, NULL AS stored_bytes,
    perfect_scheme.stored_bytes AS perfect_bytes, perfect_scheme.efficiency AS perfect_efficiency
  FROM scheme_levels
  CROSS JOIN perfect_scheme
  -- Level 1, version detection, stores more than the raw data.
  WHERE l1_bytes > scheme_levels.raw_bytes
    -- Level 2, similar segments of the parent, stores more than level 1.
    OR l2_bytes > l1_bytes
    -- The complete scheme, with popular data, stores more than level 2.
    OR vc_bytes > l2_bytes
    -- The complete scheme stores less than perfect deduplication.
    OR vc_bytes < perfect_scheme.stored_bytes
    -- Perfect deduplication removes all duplicates, so its efficiency must be 1.
    OR perfect_scheme.efficiency <> 1
  UNION ALL
  -- Any scheme, srb included: stored bytes below those of perfect, or above its raw bytes.
  SELECT
    scheme, raw_bytes, NULL, NULL, NULL, backup_result.stored_bytes,
    perfect_scheme.stored_bytes, perfect_scheme.efficiency
  FROM backup_result
  CROSS JOIN perfect_scheme
  WHERE backup_result.stored_bytes < perfect_scheme.stored_bytes OR backup_result.stored_bytes > raw_bytes
)
SELECT
  -- Of levels, the set of rules.
  scheme,
  raw_bytes, l1_bytes, l2_bytes, vc_bytes, stored_bytes, perfect_bytes, perfect_efficiency,
  count(*) OVER () AS total
FROM fault
ORDER BY scheme
-- At most 20 faults are listed; column total counts all.
LIMIT 20
