-- One row: how many repositories take their name from several places, such as layouts in folders of the same last name,
-- and the first of them by name with two of its places.
WITH
named AS (
  SELECT DISTINCT repository, regexp_replace(location, ':[^/:]*$', '') AS place
  FROM sighting
  WHERE kind = 'MANIFEST' AND gone_at IS NULL AND location IS NOT NULL
),
-- The name is the end of the place; a folder of skopeo may have the tag behind it.
taken AS (
  SELECT repository, min(place) AS place, max(place) AS other_place
  FROM named
  WHERE right(regexp_replace(place, '[.]tar$', ''), length(repository) + 1) = concat('/', repository)
  GROUP BY repository
  HAVING count(*) > 1
),
first_name AS (
  SELECT count(*) AS names, min(repository) AS repository FROM taken
)
SELECT first_name.names, first_name.repository, taken.place, taken.other_place
FROM first_name
LEFT JOIN taken ON taken.repository = first_name.repository
