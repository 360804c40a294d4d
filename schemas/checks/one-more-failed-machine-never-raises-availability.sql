-- When exactly so many machines fail: more failures never leave more available. Trials of one seed fail the same machines
-- and more, on the same placements, so this is true of simulated figures as for closed forms, up to rounding.
SELECT
  fewer.source, fewer.scheme, fewer.machines, fewer.placement, fewer.redundancy, fewer.popular_redundancy,
  fewer.failed, more.failed AS more_failed, fewer.simulated, more.simulated AS more_simulated
FROM availability_result AS fewer
JOIN availability_result AS more
  ON more.source = fewer.source
  AND more.scheme = fewer.scheme
  AND more.machines = fewer.machines
  AND more.placement = fewer.placement
  AND more.redundancy = fewer.redundancy
  AND coalesce(more.popular_redundancy, '') = coalesce(fewer.popular_redundancy, '')
  AND more.correlation = fewer.correlation
  AND more.failed > fewer.failed
WHERE fewer.correlation = 'exactly'
  AND (
    more.closed_form > fewer.closed_form + 0.000000000001
    OR more.mean_form > fewer.mean_form + 0.000000000001
    OR more.simulated > fewer.simulated
    OR more.any_loss < fewer.any_loss
  )
ORDER BY fewer.source, fewer.scheme, fewer.machines, fewer.placement, fewer.redundancy, fewer.failed, more.failed
