-- What does an update of an image cost?
-- One row an update: two images of a repository and platform that follow each other, by the time they were built at,
-- then first seen, then by tag. An image that lost its tag to a later one is one of them. A client has all layers of
-- the earlier image and nothing else. Columns of files are null where a layer was not read, those of stored bytes also
-- where an earlier version read it. Bytes of blobs are null
-- of stores that unpack layers and keep no blobs. Files are FILE rows; hard links have no bytes. The 60 largest come first; as a
-- gate, --fail-above 50MiB, all are compared, by new_layer_bytes. With --where CONDITION only updates to images with a
-- reference that it chooses (view layer_reference). With --from IMAGE --to IMAGE the report compares these two alone,
-- of whatever repositories, and has all columns. By step of the build: report update-lines.
--
-- subject: registry
-- first: repository from_tag to_tag new_layers new_layer_bytes new_file_stored_bytes avoidable_bytes avoidable_ratio
-- sets: layer_reference
-- pairs: image_update
-- gate: new_layer_bytes
-- chart: bars x=repository+to_tag y=new_file_stored_bytes+avoidable_bytes+repeated_bytes+other_bytes top=20
WITH
-- One row per layer. kind is the layer that is kept of all that are like it, or itself; near_kind is the layer that
-- it is near to.
layer_kind AS (
  SELECT
    layer_digest,
    CASE WHEN cause IS NULL OR cause = 'near' THEN layer_digest ELSE twin_digest END AS kind,
    CASE WHEN cause = 'near' THEN twin_digest END AS near_kind
  FROM layer_twin
),
-- layers is 0 before derive, or where twins are not looked for.
twin_count AS (
  SELECT count(*) AS layers FROM layer_twin
),
-- One row per earlier image and kind of a layer of it.
earlier_layer_kind AS (
  SELECT DISTINCT image_update.from_image, layer_kind.kind, layer_kind.near_kind
  FROM (SELECT DISTINCT from_image FROM image_update) AS image_update
  JOIN image_layer ON image_layer.image_digest = image_update.from_image
  JOIN layer_kind ON layer_kind.layer_digest = image_layer.layer_digest
),
-- One row per earlier image and kind.
earlier_kind AS (
  SELECT DISTINCT from_image, kind FROM earlier_layer_kind
),
-- One row per earlier image and kind that one of its layers is, or is near to.
earlier_near AS (
  SELECT from_image, kind FROM earlier_layer_kind
  UNION
  SELECT from_image, near_kind FROM earlier_layer_kind WHERE near_kind IS NOT NULL
),
-- One row per update: avoidable bytes in new layers that are like a layer of the earlier image, or near to one.
avoidable_cause AS (
  SELECT
    part.update_number,
    sum(CASE WHEN rebuilt.kind IS NOT NULL THEN part.avoidable_bytes ELSE 0 END) AS rebuilt_bytes,
    sum(CASE WHEN rebuilt.kind IS NULL AND (near.kind IS NOT NULL OR nearer.kind IS NOT NULL)
      THEN part.avoidable_bytes ELSE 0 END) AS near_bytes
  FROM image_update_layer AS part
  JOIN image_update ON image_update.update_number = part.update_number
  LEFT JOIN layer_kind ON layer_kind.layer_digest = part.layer_digest
  LEFT JOIN earlier_kind AS rebuilt ON rebuilt.from_image = image_update.from_image AND rebuilt.kind = layer_kind.kind
  LEFT JOIN earlier_near AS near ON near.from_image = image_update.from_image AND near.kind = layer_kind.near_kind
  LEFT JOIN earlier_near AS nearer ON nearer.from_image = image_update.from_image AND nearer.kind = layer_kind.kind
  GROUP BY part.update_number
),
-- One row per update: bytes of new chunks by the chunker that finds fewest.
new_chunk AS (
  SELECT update_number, min(new_chunk_bytes) AS new_chunk_bytes FROM image_update_chunk GROUP BY update_number
),
-- Images with a layer of which no blob is known.
unpacked_image AS (
  SELECT DISTINCT image_layer.image_digest
  FROM image_layer
  JOIN unpacked_layer ON unpacked_layer.layer_digest = image_layer.layer_digest
),
-- One row per update: what a client fetches; null where it is not known, as the store unpacks layers.
fetched AS (
  SELECT
    image_update.update_number,
    CASE WHEN unpacked_image.image_digest IS NULL THEN image_update.layer_bytes END AS layer_bytes,
    CASE WHEN unpacked_image.image_digest IS NULL THEN image_update.new_layer_bytes END AS new_layer_bytes,
    CASE WHEN unpacked_image.image_digest IS NULL THEN image_update.new_archive_layer_bytes END AS new_archive_layer_bytes,
    CASE WHEN unpacked_image.image_digest IS NULL THEN image_update.new_file_stored_bytes END AS new_file_stored_bytes,
    CASE WHEN unpacked_image.image_digest IS NULL THEN image_update.avoidable_bytes END AS avoidable_bytes,
    CASE WHEN unpacked_image.image_digest IS NULL THEN image_update.repeated_bytes END AS repeated_bytes
  FROM image_update
  LEFT JOIN unpacked_image ON unpacked_image.image_digest = image_update.to_image
),
-- One row per update, if there is a trace: the pulls of its later image.
image_pulls AS (
  SELECT
    image_update.update_number,
    coalesce(image_pull.pulls, 0) AS pulls,
    coalesce(image_pull.pulls, 0) * fetched.new_layer_bytes AS bytes
  FROM image_update
  JOIN fetched ON fetched.update_number = image_update.update_number
  LEFT JOIN image_pull
    ON image_pull.repository = image_update.repository AND image_pull.image_digest = image_update.to_image
  CROSS JOIN (SELECT count(*) AS entries FROM pull_trace) AS traced
  WHERE traced.entries > 0
)
SELECT
  image_update.repository,
  image_update.platform,
  image_update.from_tag,
  image_update.to_tag,
  image_update.layers,
  image_update.new_layers,
  -- new_layer_bytes: the blobs that the client fetches, of layers that the earlier image does not list. They are
  --   new_file_stored_bytes + avoidable_bytes + repeated_bytes + other_bytes.
  fetched.new_layer_bytes,
  -- new_archive_layer_bytes: without layers whose diffID the earlier image has too, compressed otherwise.
  fetched.new_archive_layer_bytes,
  -- new_files: the distinct contents that no layer of the earlier image contains.
  image_update.new_files,
  -- new_file_bytes: new_files, uncompressed.
  image_update.new_file_bytes,
  -- new_file_stored_bytes: new_files, as they are stored in the blobs.
  fetched.new_file_stored_bytes,
  -- new_chunk_bytes: the distinct chunks of files that no layer of the earlier image contains, uncompressed, by the
  --   chunker that finds fewest bytes (report update-chunks). Null where layers were not ingested with --chunks.
  new_chunk.new_chunk_bytes,
  -- changed_bytes: of the unpacked images, uncompressed: files at paths of the later one where the earlier one has no
  --   file or another content. Null where derive.updates.tree-entries is too small for all updates.
  image_update.changed_bytes,
  -- removed_bytes: likewise, files at paths of the earlier image where the later one has none.
  image_update.removed_bytes,
  -- avoidable_bytes: stored bytes, in the new layers, of files whose content the earlier image contains: rebuilt_bytes
  --   + near_bytes + moved_bytes. These parts are null where derive.twins.layers is none.
  fetched.avoidable_bytes,
  -- rebuilt_bytes: in layers that are like a layer of the earlier image but for compression, order, times, owners,
  --   directories or paths.
  CASE WHEN fetched.avoidable_bytes IS NOT NULL AND twin_count.layers > 0
    THEN coalesce(avoidable_cause.rebuilt_bytes, 0) END AS rebuilt_bytes,
  -- near_bytes: in layers that are near to a layer of the earlier image, or to a third that both are near to.
  CASE WHEN fetched.avoidable_bytes IS NOT NULL AND twin_count.layers > 0
    THEN coalesce(avoidable_cause.near_bytes, 0) END AS near_bytes,
  -- moved_bytes: in all other layers.
  CASE WHEN twin_count.layers > 0 THEN fetched.avoidable_bytes
    - coalesce(avoidable_cause.rebuilt_bytes, 0) - coalesce(avoidable_cause.near_bytes, 0) END AS moved_bytes,
  -- repeated_bytes: further copies of new contents.
  fetched.repeated_bytes,
  -- other_bytes: the rest of the new blobs: directories, links, headers.
  fetched.new_layer_bytes - fetched.new_file_stored_bytes - fetched.avoidable_bytes
    - fetched.repeated_bytes AS other_bytes,
  -- new_ratio: new_layer_bytes over the bytes of all layers of the later image.
  fetched.new_layer_bytes / nullif(fetched.layer_bytes, 0) AS new_ratio,
  -- avoidable_ratio: avoidable_bytes / new_layer_bytes.
  fetched.avoidable_bytes / nullif(fetched.new_layer_bytes, 0) AS avoidable_ratio,
  -- unread_layers: layers of either image that were not read.
  image_update.unread_layers,
  -- pulls: requests of the later image in the trace of the last simulate pulls (table image_pull); null without a
  --   trace. Where prices.egress-gb is set, egress_cost is that of pulls * new_layer_bytes: as if every pull came from
  --   a client that has the earlier image.
  image_pulls.pulls,
  image_update.from_image,
  image_update.to_image
  /* prices: egress of fetched.new_layer_bytes as new_layer_cost, egress of image_pulls.bytes as egress_cost */
FROM image_update
JOIN fetched ON fetched.update_number = image_update.update_number
CROSS JOIN twin_count
LEFT JOIN avoidable_cause ON avoidable_cause.update_number = image_update.update_number
LEFT JOIN new_chunk ON new_chunk.update_number = image_update.update_number
LEFT JOIN image_pulls ON image_pulls.update_number = image_update.update_number
WHERE NOT /* requested of layer_reference */ false
  OR image_update.to_image IN (
    SELECT layer_reference.image
    FROM layer_reference
    WHERE /* set of layer_reference */ true AND layer_reference.image IS NOT NULL
  )
ORDER BY image_update.new_layer_bytes DESC, image_update.update_number
LIMIT /* rows */ 60
