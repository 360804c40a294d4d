-- Where registries were read, a line a place, the latest run last.
SELECT coalesce(settings['locations'], replace(settings['inputs'], ' ', chr(10))) AS places
FROM run
WHERE verb = 'ingest registry'
ORDER BY run_id
