-- Table startup_drop: one row per access that counts for no start, with the reason. The image was not found (view
-- named), or its path was not (view matched).
-- Reads:
--   named: accesses with their images (startup_named.sql).
SELECT list, line, named AS image, run, path, reason, message FROM named WHERE reason IS NOT NULL
UNION ALL
SELECT list, line, named, run, path, reason, message FROM matched WHERE reason IS NOT NULL
