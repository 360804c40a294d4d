-- What do more replicas of the popular data buy, and what do they cost?
-- One row per setting of scheme vc (VM-centric deduplication), of which a fixed number of machines fails. Popular
-- blocks contain chunks that many VMs use. availability is the simulated one, or the closed form where there were no
-- trials. availability_oblivious is that of vo (VM-oblivious deduplication) with the same redundancy, placement and
-- failures. Gain and extra bytes are against the setting with the fewest popular replicas, all else being equal.
-- published is the printed figure where setting and fleet are the published ones.
--
-- subject: failures
-- first: scheme placement redundancy failed popular_redundancy availability availability_gain extra_bytes_ratio
-- chart: line x=popular_replicas y=availability mark=availability_published series=failed panel=source+machines+placement+redundancy; Availability with more replicas of popular data
WITH
-- Rows of settings in which a fixed number of machines fails.
fixed_failures AS (
  SELECT *, coalesce(simulated, closed_form) AS availability
  FROM availability_result
  WHERE correlation = 'exactly'
)
SELECT
  popular.source,
  popular.scheme,
  popular.machines,
  popular.placement,
  popular.redundancy,
  popular.failed,
  popular.popular_replicas,
  popular.popular_redundancy,
  popular.availability,
  popular.published AS availability_published,
  oblivious.availability AS availability_oblivious,
  popular.availability
    - first_value(popular.availability) OVER (
      PARTITION BY popular.source, popular.scheme, popular.machines, popular.placement, popular.redundancy,
      popular.failed
      ORDER BY popular.popular_replicas, popular.popular_redundancy
    ) AS availability_gain,
  popular.stored_bytes,
  popular.stored_bytes
    / first_value(popular.stored_bytes) OVER (
      PARTITION BY popular.source, popular.scheme, popular.machines, popular.placement, popular.redundancy,
      popular.failed
      ORDER BY popular.popular_replicas, popular.popular_redundancy
    )
    - 1 AS extra_bytes_ratio
FROM fixed_failures AS popular
LEFT JOIN fixed_failures AS oblivious
  ON oblivious.source = popular.source
  AND oblivious.scheme = 'vo'
  AND oblivious.machines = popular.machines
  AND oblivious.placement = popular.placement
  AND oblivious.redundancy = popular.redundancy
  AND oblivious.failed = popular.failed
WHERE popular.popular_replicas IS NOT NULL
ORDER BY
  popular.source, popular.scheme, popular.machines, popular.placement, popular.redundancy, popular.failed,
  popular.popular_replicas, popular.popular_redundancy
