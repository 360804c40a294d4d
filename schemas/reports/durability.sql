-- How likely is it to lose any data within a year, when machines fail and are repaired?
-- A loss is any block of the store with too few pieces left; loss_per_year is its probability from all machines up,
-- with the interval of the trials. markov is the answer of Markov chains, as published: of one chain, where all
-- machines form one machine set. Else it is a sum over all sets of machines, an estimate that leaves out how repairs
-- share bandwidth.
--
-- figures: loss_per_year loss_per_year_low loss_per_year_high markov_per_year markov_sum_per_year probability
-- subject: failures
-- leads: durability_result
-- first: source scheme redundancy popular_redundancy loss_per_year loss_per_year_low loss_per_year_high
-- first: markov_per_year machines placement mean_hours_to_failure mean_hours_to_repair
-- digits: loss_per_year loss_per_year_low loss_per_year_high by loss_per_year_low loss_per_year_high
-- chart: dots x=scheme y=loss_per_year low=loss_per_year_low high=loss_per_year_high mark=markov_per_year series=redundancy+popular_redundancy panel=source+machines+placement+mean_hours_to_failure+repair_work label=mean_hours_to_failure+mean_hours_to_repair+machines+placement log=y; Probability of losing any data within a year
SELECT
  source,
  scheme,
  machines,
  placement,
  redundancy,
  popular_redundancy,
  mean_hours_to_failure,
  mean_hours_to_repair,
  repair_work,
  stored_bytes,
  machine_sets,
  trials,
  losses,
  loss_per_year,
  loss_per_year_low,
  loss_per_year_high,
  markov_per_year,
  markov_sum_per_year
FROM durability_result
ORDER BY
  source, scheme, machines, placement, replicas, redundancy, coalesce(popular_replicas, 0),
  coalesce(popular_redundancy, ''), mean_hours_to_failure
