-- The accesses that count for no start, a row each, with the reason: those of which the image was not found, and those
-- of which the path was not.
SELECT list, line, named AS image, run, path, reason, message FROM named WHERE reason IS NOT NULL
UNION ALL
SELECT list, line, named, run, path, reason, message FROM matched WHERE reason IS NOT NULL
