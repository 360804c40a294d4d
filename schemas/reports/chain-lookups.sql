-- How many files does a read look into, on a chain of snapshots?
-- One row per chain, access pattern and method, for chains as they are, before any merge. A look-up is a cluster that
-- a read touches. chained: it goes from the newest file down to the file that owns the cluster, through all files if
-- the cluster was never written. direct: it needs one file. expected_probes is by the map alone, for uniform reads;
-- their mean_probes is between probes_low and probes_high with a probability of 99 %. even_closed_form is (F + 1) / 2,
-- of F files that own equally much. base_closed_form is F, the worst: all in the base.
--
-- subject: chains
-- leads: chain_result
-- first: kind vm access method snapshots mean_probes expected_probes
-- chart: line x=snapshots y=mean_probes series=method+access panel=vm+daily_change where=kind:grown; Files that a look-up walks
SELECT
  kind,
  vm,
  daily_change,
  access,
  method,
  snapshots,
  files,
  lookups,
  never_written,
  probes / nullif(lookups, 0) AS mean_probes,
  expected_probes,
  probes_low,
  probes_high,
  CASE WHEN method = 'direct' THEN 1E0 ELSE (files + 1) / 2E0 END AS even_closed_form,
  CASE WHEN method = 'direct' THEN 1 ELSE files END AS base_closed_form
FROM (
  SELECT *, row_number() OVER (PARTITION BY kind, vm, daily_change, access, method, snapshots ORDER BY setting) AS place
  FROM chain_result
  WHERE merged_files = 0
) AS result
WHERE place = 1
ORDER BY kind, vm NULLS FIRST, daily_change NULLS FIRST, access, method, snapshots
