-- The look-ups of the files of a chain add up to the totals of its setting; chained, a file gets the look-ups of all
-- clusters that it or an older file owns, and of those never written.
SELECT *
FROM (
  SELECT chain_result.setting, 'totals' AS fault
  FROM chain_result
  LEFT JOIN (
    SELECT
      setting,
      count(*) AS files,
      sum(lookups) AS probes,
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
  SELECT setting, 'look-ups'
  FROM chain_result
  WHERE normal + never_written <> lookups
    OR hits + misses > probes
    OR (method = 'chained' AND unallocated + normal <> probes)
  UNION ALL
  SELECT event.setting, 'a file'
  FROM (
    SELECT
      chain_event.*,
      chain_result.never_written,
      sum(chain_event.normal) OVER (PARTITION BY chain_event.setting ORDER BY chain_event.file) AS owned
    FROM chain_event
    JOIN chain_result ON chain_result.setting = chain_event.setting
    WHERE chain_result.method = 'chained'
  ) AS event
  WHERE lookups <> never_written + owned OR unallocated <> lookups - normal
) AS found
ORDER BY setting, fault
