-- One row per access, with the number of its image (view squash_image), or the reason why there is none. A list names
-- an image by REPOSITORY:TAG, by REPOSITORY alone (tag latest), by digest, or by name@digest. A name
-- that the tables do not have is looked up once more in their form (familiar): nginx for docker.io/library/nginx.
-- Reads:
--   listed: one row per line of an access list.
WITH
-- One row per name and image.
image_name AS (
  SELECT concat_ws(':', repository, tag) AS name, image_digest FROM image_tag WHERE tag IS NOT NULL
  UNION
  SELECT repository, image_digest FROM image_tag WHERE tag = 'latest' AND repository IS NOT NULL
  UNION
  SELECT image_digest, image_digest FROM image
),
-- One row per name; images is how many images it leads to.
known_name AS (
  SELECT name, count(DISTINCT image_digest) AS images, min(image_digest) AS image_digest FROM image_name GROUP BY name
),
-- One row per line of an access list, with the image that its name leads to.
listed_image AS (
  SELECT
    listed.list,
    listed.line,
    coalesce(exact.images, familiar.images) AS images,
    coalesce(exact.image_digest, familiar.image_digest) AS image_digest
  FROM listed
  LEFT JOIN known_name AS exact ON exact.name = regexp_replace(listed.image, '^.*@', '')
  LEFT JOIN known_name AS familiar ON familiar.name = listed.familiar
)
SELECT
  listed.list,
  listed.line,
  listed.image AS named,
  listed.run,
  listed.path,
  listed.offset,
  listed.bytes,
  CASE WHEN listed_image.images = 1 THEN squash_image.image END AS image,
  CASE
    WHEN listed.fault IS NOT NULL THEN 'BAD_LINE'
    WHEN listed_image.images IS NULL THEN 'UNKNOWN_IMAGE'
    WHEN listed_image.images > 1 THEN 'AMBIGUOUS_IMAGE'
    WHEN squash_image.image IS NULL THEN 'INCOMPLETE_IMAGE'
  END AS reason,
  CASE
    WHEN listed.fault IS NOT NULL THEN listed.fault
    WHEN listed_image.images IS NULL THEN 'the warehouse contains no such image'
    WHEN listed_image.images > 1 THEN concat(listed_image.images, ' images have this name: use the digest of one')
    WHEN squash_image.image IS NULL THEN 'layers of this image were not read'
  END AS message
FROM listed
LEFT JOIN listed_image ON listed_image.list = listed.list AND listed_image.line = listed.line
LEFT JOIN squash_image ON squash_image.image_digest = listed_image.image_digest
