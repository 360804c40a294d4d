-- Which package lists, caches and build leftovers should builds delete, and in which step?
-- Known places of setting derive.removable-paths: what apt, dnf, apk, pip, npm, Maven and others leave, and which a running
-- image does not need. First a row ALL. Then one row a layer, tool and place, the most stored_bytes first; each layer is
-- counted once, but not where it waits for a collection of garbage. Files count whether or not other layers have the
-- same content. deleted_bytes are already deleted by a later layer of every image, and still stored and pulled: delete
-- them in the step that makes them. The others are in the image. Byte code (__pycache__) is not counted, as programs start slower without it.
--
-- subject: registry
-- first: name place stored_bytes bytes repository tag created_by deleted_bytes
-- chart: bars x=place y=stored_bytes where=name:!ALL top=20; Bytes of blobs in known places
WITH
-- Layers that wait for a collection of garbage are left out.
removable AS (
  SELECT layer_removable.*
  FROM layer_removable
  LEFT JOIN waiting_layer ON waiting_layer.layer_digest = layer_removable.layer_digest
  WHERE waiting_layer.layer_digest IS NULL
),
-- One row per layer that an image lists: the first repository and tag by name, and how many images list it.
listing AS (
  SELECT
    image_layer.layer_digest, image_layer.image_digest, image_layer.depth, image_layer.created_by,
    image_tag.repository, image_tag.tag,
    row_number() OVER (
      PARTITION BY image_layer.layer_digest
      ORDER BY image_tag.repository NULLS LAST, image_tag.tag NULLS LAST, image_layer.image_digest, image_layer.depth
    ) AS place
  FROM image_layer
  JOIN (SELECT DISTINCT layer_digest FROM layer_removable) AS known ON known.layer_digest = image_layer.layer_digest
  LEFT JOIN image_tag ON image_tag.image_digest = image_layer.image_digest
),
image_count AS (
  SELECT layer_digest, count(DISTINCT image_digest) AS images FROM listing GROUP BY layer_digest
),
-- One row: all places.
whole AS (
  SELECT
    sum(files) AS files,
    sum(bytes) AS bytes,
    CASE WHEN count(stored_bytes) = count(*) THEN sum(stored_bytes) END AS stored_bytes,
    sum(deleted_files) AS deleted_files,
    sum(deleted_bytes) AS deleted_bytes,
    CASE WHEN count(deleted_stored_bytes) = count(*) THEN sum(deleted_stored_bytes) END AS deleted_stored_bytes
  FROM removable
  HAVING count(*) > 0
),
line AS (
  SELECT
    0 AS gathered, 'ALL' AS name, CAST(NULL AS STRING) AS place, CAST(NULL AS STRING) AS layer_digest,
    files, bytes, stored_bytes, deleted_files, deleted_bytes, deleted_stored_bytes
  FROM whole
  UNION ALL
  SELECT
    1, name, place, layer_digest, files, bytes, stored_bytes, deleted_files, deleted_bytes, deleted_stored_bytes
  FROM removable
)
SELECT
  -- name: the tool, as the setting names it; place the folder.
  line.name,
  line.place,
  -- repository, tag, image_digest: of the first image by name that lists the layer; null where no image does. images:
  --   how many do.
  listing.repository,
  listing.tag,
  listing.image_digest,
  image_count.images,
  -- depth: of the layer in that image, 0 = base; created_by the step that makes it.
  listing.depth,
  listing.created_by,
  line.layer_digest,
  line.files,
  -- bytes: of the files, uncompressed; stored_bytes what they take in the blob.
  line.bytes,
  line.stored_bytes,
  -- deleted_files: of files, those that a later layer deletes in every image that lists the layer.
  line.deleted_files,
  line.deleted_bytes,
  -- deleted_stored_bytes: what these take in the blob. With prices.storage-gb-month also stored_month_cost.
  line.deleted_stored_bytes
  /* prices: storage of line.stored_bytes as stored_month_cost */
FROM line
LEFT JOIN listing ON listing.layer_digest = line.layer_digest AND listing.place = 1
LEFT JOIN image_count ON image_count.layer_digest = line.layer_digest
ORDER BY line.gathered, coalesce(line.stored_bytes, line.bytes) DESC, line.place, line.name, line.layer_digest
