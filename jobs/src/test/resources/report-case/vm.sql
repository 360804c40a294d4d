SELECT vm, run_id
FROM (VALUES ('v1', 'run-4'), ('v2', 'run-4'), ('v3', 'run-4')) AS t (vm, run_id)
