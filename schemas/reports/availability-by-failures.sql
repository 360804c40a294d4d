-- How many VMs or images keep all of their data as more machines fail?
-- One row per setting and number of failed machines. An owner (VM or image) is available when every block that it
-- touches can be read; availability is the mean share of owners that are. closed_form is exact for independent uniform
-- placement, over each owner's own number of blocks. mean_form is the published formula, over the mean number. The
-- simulated value, with its interval, counts trials on real placements. published is the printed figure, in rows of
-- source published, where setting and fleet are the published ones. lost is in VMs or images, on average;
-- any_loss_ratio is the share of trials that lost anything at all.
--
-- subject: failures
-- first: source scheme failed placement redundancy popular_redundancy availability_simulated lost
-- digits: availability_simulated availability_low availability_high by availability_low availability_high
-- gate: availability_simulated
-- chart: line x=failed y=availability_simulated+availability_closed_form low=availability_low high=availability_high mark=availability_published series=scheme+popular_redundancy panel=source+machines+correlation+placement+redundancy; Availability as machines fail
SELECT
  source,
  scheme,
  machines,
  placement,
  redundancy,
  popular_redundancy,
  correlation,
  mean_failed,
  failed,
  closed_form AS availability_closed_form,
  mean_form AS availability_mean_form,
  published AS availability_published,
  simulated AS availability_simulated,
  simulated_low AS availability_low,
  simulated_high AS availability_high,
  trials,
  owners,
  vms_lost AS lost,
  any_loss AS any_loss_ratio
FROM availability_result
ORDER BY
  source, scheme, machines, placement, replicas, redundancy, coalesce(popular_replicas, 0),
  coalesce(popular_redundancy, ''), correlation, mean_failed
