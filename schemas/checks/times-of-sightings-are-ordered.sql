-- In tables sighting, snapshot_sighting and rejection_sighting, nothing is gone before it is seen, and of one thing in one
-- place at most one row is not gone.
WITH
seen AS (
  SELECT
    concat(kind, ' ', coalesce(repository, ''), ':', coalesce(tag, ''), ' ', digest) AS thing,
    coalesce(location, '') AS location, first_seen_at, gone_at
  FROM sighting
  UNION ALL
  SELECT concat(vm, '/', snapshot), coalesce(location, ''), first_seen_at, gone_at FROM snapshot_sighting
  UNION ALL
  SELECT 'rejection', location, first_seen_at, gone_at FROM rejection_sighting
),
fault AS (
  SELECT 'gone before seen' AS what, thing, location FROM seen WHERE gone_at <= first_seen_at
  UNION ALL
  SELECT 'there twice', thing, location FROM seen WHERE gone_at IS NULL GROUP BY thing, location HAVING count(*) > 1
)
SELECT what, thing, location, count(*) OVER () AS total
FROM fault
ORDER BY what, thing, location
-- At most 20 faults are listed; column total counts all.
LIMIT 20
