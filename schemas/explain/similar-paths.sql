-- At most 3 paths that end with the requested file name.
SELECT DISTINCT path
FROM named_file
WHERE right(concat('/', path), length(:name) + 1) = concat('/', :name)
ORDER BY path
LIMIT 3
