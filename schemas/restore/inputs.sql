-- One row per run of ingest registry, the newest last: the places that it read, one per line (character 10 ends a
-- line). Earlier versions recorded no locations, only inputs, separated by spaces.
SELECT coalesce(settings['locations'], replace(settings['inputs'], ' ', chr(10))) AS places
FROM run
WHERE verb = 'ingest registry'
ORDER BY run_id
