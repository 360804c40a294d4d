-- For each setting, the events of all files of a chain add up to the totals in chain_result.
-- With method chained, a look-up goes from the newest file down to the file that owns the cluster, or down to the
-- base. Each file that it reaches is a probe. A file either owns the cluster (normal) or lacks it (unallocated).
SELECT *
FROM (
  -- Fault 'totals': a sum over chain_event is not the column of chain_result, or the setting has no events.
  SELECT chain_result.setting, 'totals' AS fault
  FROM chain_result
  LEFT JOIN (
    SELECT
      setting,
      count(*) AS files,
      -- A probe is one look-up that reached one file.
      sum(lookups) AS probes,
      -- File 0 is the base, so file N has N files below it.
      sum(lookups * file) AS below,
      sum(unallocated) AS unallocated,
      sum(normal) AS normal,
      sum(hits) AS hits,
      sum(misses) AS misses,
      sum(resident_bytes) AS resident_bytes
    FROM chain_event
    GROUP BY setting
  ) AS sums ON sums.setting = chain_result.setting
  WHERE sums.files IS NULL
    OR sums.files <> chain_result.files
    OR sums.probes <> chain_result.probes
    OR sums.below <> chain_result.below
    OR sums.unallocated <> chain_result.unallocated
    OR sums.normal <> chain_result.normal
    OR sums.hits <> chain_result.hits
    OR sums.misses <> chain_result.misses
    OR sums.resident_bytes <> chain_result.resident_bytes
  UNION ALL
  -- Fault 'look-ups': the totals of a setting contradict each other.
  SELECT setting, 'look-ups'
  FROM chain_result
  -- Each look-up must end at the file that owns its cluster, unless its cluster was never written.
  WHERE normal + never_written <> lookups
    -- A probe must ask the cache for at most one slice.
    OR hits + misses > probes
    -- When chained, a probed file must either own the cluster (normal) or lack it (unallocated).
    OR (method = 'chained' AND unallocated + normal <> probes)
  UNION ALL
  -- Fault 'a file': one file of a chained setting has wrong counts.
  SELECT event.setting, 'a file'
  FROM (
    SELECT
      chain_event.*,
      chain_result.never_written,
      -- Look-ups of clusters that this file or an older one owns; older files have lower numbers.
      sum(chain_event.normal) OVER (PARTITION BY chain_event.setting ORDER BY chain_event.file) AS owned
    FROM chain_event
    JOIN chain_result ON chain_result.setting = chain_event.setting
    WHERE chain_result.method = 'chained'
  ) AS event
  -- A file must get the look-ups that no newer file answered: of clusters that it or an older file owns, and of
  -- clusters that were never written. The look-ups that it does not answer must be unallocated.
  WHERE lookups <> never_written + owned OR unallocated <> lookups - normal
) AS found
ORDER BY setting, fault
