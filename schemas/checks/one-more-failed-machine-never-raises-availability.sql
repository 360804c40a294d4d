-- With correlation 'exactly' (a fixed number of machines fails), one more failed machine never raises availability.
-- This holds for simulated figures too. With one seed, a trial with more failures fails the same machines and others,
-- on the same placement of blocks.
SELECT
  fewer.source, fewer.scheme, fewer.machines, fewer.placement, fewer.redundancy, fewer.popular_redundancy,
  fewer.failed, more.failed AS more_failed,
  fewer.closed_form, more.closed_form AS more_closed_form,
  fewer.mean_form, more.mean_form AS more_mean_form,
  fewer.simulated, more.simulated AS more_simulated,
  fewer.any_loss, more.any_loss AS more_any_loss
FROM availability_result AS fewer
JOIN availability_result AS more
  ON more.source = fewer.source
  AND more.scheme = fewer.scheme
  AND more.machines = fewer.machines
  AND more.placement = fewer.placement
  AND more.redundancy = fewer.redundancy
  AND coalesce(more.popular_redundancy, '') = coalesce(fewer.popular_redundancy, '')
  AND more.correlation = fewer.correlation
  -- Two rows of one setting, of which one has more failed machines.
  AND more.failed > fewer.failed
WHERE fewer.correlation = 'exactly'
  AND (
    -- A closed form may be above by a rounding error, at most 1e-12.
    more.closed_form > fewer.closed_form + 0.000000000001
    OR more.mean_form > fewer.mean_form + 0.000000000001
    -- The simulated availability is a count over the trials, so no rounding error needs a tolerance.
    OR more.simulated > fewer.simulated
    -- The share of trials that lost anything falls, with more failed machines.
    OR more.any_loss < fewer.any_loss
  )
ORDER BY fewer.source, fewer.scheme, fewer.machines, fewer.placement, fewer.redundancy, fewer.failed, more.failed
