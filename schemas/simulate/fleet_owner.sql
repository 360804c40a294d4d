-- The owners of a fleet, numbered from 0 in the order of their names. Who touches no block under any scheme is not there.
SELECT owner, CAST(row_number() OVER (ORDER BY owner) - 1 AS INT) AS number
FROM (SELECT DISTINCT owner FROM fleet_edge)
