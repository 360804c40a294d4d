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
),
-- One row per list of inputs: its last run. So only lists are compared with each other, of which a year of nights has few.
last_of_list AS (
  SELECT locations, max(run_id) AS run_id FROM ingest GROUP BY locations
)
SELECT ingest.run_id, ingest.counts
FROM ingest
JOIN (
  SELECT own.run_id
  FROM last_of_list AS own
  LEFT JOIN last_of_list AS later ON later.run_id > own.run_id AND instr(later.locations, own.locations) > 0
  WHERE later.run_id IS NULL
) AS newest ON newest.run_id = ingest.run_id
