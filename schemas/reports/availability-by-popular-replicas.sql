-- What do more replicas of the popular data buy, and what do they cost?
-- Rows with popular blocks when exactly so many machines fail. availability is the simulated one, or the closed form where
-- there were no trials; availability_oblivious is that of vo with the same private redundancy, placement and failures.
-- Against the fewest popular replicas of the same setting: gain in availability, and extra bytes stored as a share of
-- theirs. published is the printed figure where setting and fleet are the published ones.
--
-- subject: failures
-- first: source scheme placement redundancy failed popular_redundancy availability availability_gain extra_bytes_ratio
-- chart: line x=popular_replicas y=availability mark=availability_published series=failed panel=source+machines+placement+redundancy; Availability with more replicas of popular data
WITH
cell AS (
  SELECT *, coalesce(simulated, closed_form) AS availability
  FROM availability_result
  WHERE correlation = 'exactly'
)
SELECT
  vc.source,
  vc.scheme,
  vc.machines,
  vc.placement,
  vc.redundancy,
  vc.failed,
  vc.popular_replicas,
  vc.popular_redundancy,
  vc.availability,
  vc.published AS availability_published,
  vo.availability AS availability_oblivious,
  vc.availability
    - first_value(vc.availability) OVER (
      PARTITION BY vc.source, vc.scheme, vc.machines, vc.placement, vc.redundancy, vc.failed
      ORDER BY vc.popular_replicas, vc.popular_redundancy
    ) AS availability_gain,
  vc.stored_bytes,
  vc.stored_bytes
    / first_value(vc.stored_bytes) OVER (
      PARTITION BY vc.source, vc.scheme, vc.machines, vc.placement, vc.redundancy, vc.failed
      ORDER BY vc.popular_replicas, vc.popular_redundancy
    )
    - 1 AS extra_bytes_ratio
FROM cell AS vc
LEFT JOIN cell AS vo
  ON vo.source = vc.source
  AND vo.scheme = 'vo'
  AND vo.machines = vc.machines
  AND vo.placement = vc.placement
  AND vo.redundancy = vc.redundancy
  AND vo.failed = vc.failed
WHERE vc.popular_replicas IS NOT NULL
ORDER BY
  vc.source, vc.scheme, vc.machines, vc.placement, vc.redundancy, vc.failed, vc.popular_replicas, vc.popular_redundancy
