-- One row per owner (VM or image) of a fleet, from view fleet_name, numbered from 0 in the order of the names.
SELECT owner, CAST(row_number() OVER (ORDER BY owner) - 1 AS INT) AS number
FROM fleet_name
