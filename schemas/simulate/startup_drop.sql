-- What counts for no start.
SELECT list, line, named AS image, run, path, reason, message FROM named WHERE reason IS NOT NULL
UNION ALL
SELECT list, line, named, run, path, reason, message FROM matched WHERE reason IS NOT NULL
