-- The owners of a fleet (view fleet_name), numbered from 0 in the order of their names.
SELECT owner, CAST(row_number() OVER (ORDER BY owner) - 1 AS INT) AS number
FROM fleet_name
