-- Which setting reaches a wanted availability with the fewest stored bytes?
-- One row per setting on the Pareto front of storage against availability: no other setting stores less without being
-- less available. There is a front for each number of machines and kind of failures, over all schemes for the same
-- owners (VMs, or images), placements and redundancies. A row is the cheapest setting for every wanted availability
-- above wanted_above and up to its own. availability is the simulated one (all settings have the same failures), or
-- the closed form without trials. Stored bytes count every replica and parity; storage_fold is against the bytes of
-- all blocks of the scheme, each once.
--
-- figures: wanted_above availability
-- subject: failures
-- leads: availability_result
-- first: scheme placement redundancy availability stored_bytes popular_redundancy failed owner source
-- chart: step x=stored_bytes y=availability series=correlation+failed+failed_racks+fail_probability label=scheme+placement+redundancy+popular_redundancy panel=source+owner+machines; The best availability for the bytes that are stored
WITH
-- One row per setting whose stored bytes and availability are known. -1 stands for null, so that equal columns
-- compare as equal.
setting AS (
  SELECT
    *,
    CASE WHEN scheme IN ('vc', 'vo') THEN 'VM' ELSE 'image' END AS owner,
    coalesce(simulated, closed_form) AS availability,
    coalesce(failed, -1) AS failed_or_none,
    coalesce(failed_racks, -1) AS racks_or_none,
    coalesce(fail_probability, -1) AS probability_or_none
  FROM availability_result
  WHERE stored_bytes IS NOT NULL AND coalesce(simulated, closed_form) IS NOT NULL
),
-- cheaper_availability: the best availability of all settings that store less.
setting_by_cost AS (
  SELECT
    *,
    max(availability) OVER (
      PARTITION BY source, owner, machines, correlation, failed_or_none, racks_or_none, probability_or_none
      ORDER BY
        stored_bytes, availability DESC, scheme, placement, redundancy, coalesce(popular_redundancy, '')
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ) AS cheaper_availability
  FROM setting
)
SELECT
  source,
  owner,
  machines,
  correlation,
  failed,
  failed_racks,
  fail_probability,
  scheme,
  placement,
  redundancy,
  popular_redundancy,
  stored_bytes,
  stored_bytes / nullif(data_bytes, 0) AS storage_fold,
  cheaper_availability AS wanted_above,
  availability,
  any_loss AS any_loss_ratio
FROM setting_by_cost
WHERE cheaper_availability IS NULL OR availability > cheaper_availability
ORDER BY
  source, owner, machines, correlation, failed_or_none, racks_or_none, probability_or_none, stored_bytes, availability
