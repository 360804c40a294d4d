-- What would a cache of files already contain when a container starts?
-- By content, over the files that starts need; a cached file serves all bytes that are needed of it. Scopes: second
-- run: later runs of an image, with a cache of what its first run (by name) needed. another image: the first run of an
-- image, with a cache of what the first runs of all other images needed. another image of the category: the same
-- within its category. all in turn: every start after the others on one cache, which fetches as much of a content as
-- the start that needs most of it. of is a category, or null for all images.
-- The row of source published was printed of other images (see schemas/published).
--
-- subject: starts
-- first: source scope of starts needed_bytes hit_bytes hit_ratio
-- chart: bars x=scope y=hit_ratio series=source where=of:-; What a cache would already contain
WITH
-- One row per start and content of which it needs bytes. turn numbers the runs of an image by name.
needed_content AS (
  SELECT
    startup_file.image_digest,
    startup_file.run,
    startup_file.fingerprint,
    coalesce(image_category.category, 'without category') AS category,
    max(startup_file.needed_bytes) AS needed_bytes,
    dense_rank() OVER (PARTITION BY startup_file.image_digest ORDER BY startup_file.run) AS turn
  FROM startup_file
  LEFT JOIN image_category ON image_category.image_digest = startup_file.image_digest
  WHERE startup_file.needed_bytes > 0 AND startup_file.fingerprint IS NOT NULL
  GROUP BY startup_file.image_digest, startup_file.run, startup_file.fingerprint, image_category.category
),
-- The same rows, with the starts that need the content too: the first run of the image, first runs of all images
-- and of those of the category, and the turn of this start among all starts and those of the category.
cached_content AS (
  SELECT
    needed_content.*,
    count(CASE WHEN turn = 1 THEN 1 END) OVER (PARTITION BY image_digest, fingerprint) AS in_first,
    count(CASE WHEN turn = 1 THEN 1 END) OVER (PARTITION BY fingerprint) AS images,
    count(CASE WHEN turn = 1 THEN 1 END) OVER (PARTITION BY category, fingerprint) AS category_images,
    row_number() OVER (PARTITION BY fingerprint ORDER BY needed_bytes DESC, image_digest, run) AS place,
    row_number() OVER (
      PARTITION BY category, fingerprint
      ORDER BY needed_bytes DESC, image_digest, run
    ) AS category_place
  FROM needed_content
),
-- One row per scope, start and content: whether a cache contains it, of all images and of the category.
scope_request AS (
  SELECT 1 AS scope_place, 'second run' AS scope, category, image_digest, run, needed_bytes,
    in_first > 0 AS hit, in_first > 0 AS category_hit
  FROM cached_content
  WHERE turn > 1
  UNION ALL
  SELECT 2, 'another image', category, image_digest, run, needed_bytes, images > 1, images > 1
  FROM cached_content
  WHERE turn = 1
  UNION ALL
  SELECT 3, 'another image of the category', category, image_digest, run, needed_bytes, category_images > 1,
    category_images > 1
  FROM cached_content
  WHERE turn = 1
  UNION ALL
  SELECT 4, 'all in turn', category, image_digest, run, needed_bytes, place > 1, category_place > 1
  FROM cached_content
),
-- The same for all images (of is null) and for each category.
scope_line AS (
  SELECT scope_place, scope, NULL AS of, image_digest, run, needed_bytes, hit FROM scope_request
  UNION ALL
  SELECT scope_place, scope, category, image_digest, run, needed_bytes, category_hit FROM scope_request
),
-- One row per scope and category.
overlap_line AS (
  SELECT
    'counted' AS source,
    scope,
    of,
    count(DISTINCT image_digest) AS images,
    count(DISTINCT image_digest || ' ' || run) AS starts,
    sum(needed_bytes) AS needed_bytes,
    sum(CASE WHEN hit THEN needed_bytes ELSE 0 END) AS hit_bytes,
    sum(CASE WHEN hit THEN needed_bytes ELSE 0 END) / nullif(sum(needed_bytes), 0) AS hit_ratio,
    scope_place
  FROM scope_line
  GROUP BY scope_place, scope, of
  UNION ALL
  SELECT
    'published',
    figure,
    NULL, NULL, NULL, NULL, NULL,
    value,
    5
  FROM published_startup
  WHERE report = 'start-overlap' AND EXISTS (SELECT 1 FROM startup_file)
)
SELECT source, scope, of, images, starts, needed_bytes, hit_bytes, hit_ratio
FROM overlap_line
ORDER BY source, scope_place, of NULLS FIRST
