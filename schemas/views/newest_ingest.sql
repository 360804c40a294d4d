-- Ingests of registries, but for those whose inputs a later one looked through again: what they found that nothing needs
-- is known until then. A run that ended early is none.
--
-- from: run
WITH
-- One row per run: the locations of its inputs, each between two ends of line. Earlier versions recorded inputs alone.
ingest AS (
  SELECT run_id, counts, concat(chr(10), coalesce(settings['locations'], settings['inputs'], ''), chr(10)) AS locations
  FROM run
  WHERE verb = 'ingest registry' AND finished_at IS NOT NULL
)
SELECT ingest.run_id, ingest.counts
FROM ingest
LEFT JOIN ingest AS later ON later.run_id > ingest.run_id AND instr(later.locations, ingest.locations) > 0
WHERE later.run_id IS NULL
