-- Whose are the bytes that are stored: which belong to one owner alone, and which to several?
-- Every layer, every distinct file and every distinct chunk is in exactly one row of its kind, so that the rows of a
-- kind add up to what is stored. The bytes of an owner are what exclusive-bytes says of the set of all that is the
-- owner's. Owners are repositories and VMs, or with --by those of a column of view layer_reference (image, tag with its
-- repository, layer, category, os, architecture) or snapshot_reference (snapshot with its VM, format). Counted are
-- layers that were read, their FILE rows, published snapshots. Needs no derive; after one it is faster.
--
-- subject: overview
-- first: stored_as stored_by owner bytes bytes_ratio things
-- owners: layer_reference, snapshot_reference
-- chart: bars x=owner y=bytes panel=stored_as where=stored_by:one_owner top=16; What each owner stores alone
WITH
-- One row per layer and owner of it (owner, and part within it, such as a tag in its repository). owner_key numbers
-- the owners from 1.
layer_owner_key AS (
  SELECT
    layer AS layer_digest, owner, part,
    CAST(dense_rank() OVER (ORDER BY owner NULLS FIRST, part NULLS FIRST) AS INTEGER) AS owner_key
  FROM (
    SELECT layer, owner, CASE WHEN owner IS NOT NULL THEN part END AS part
    FROM (
      SELECT layer, /* owner of layer_reference */ repository AS owner, CAST(/* part of layer_reference */ NULL AS STRING) AS part
      FROM layer_reference
      WHERE /* requested of layer_reference */ true
    ) AS listed_owner
  ) AS reference
),
-- One row per layer, with the smallest and the largest key of its owners: equal keys mean one owner.
owned_layer AS (
  SELECT
    layer_number.layer_number, layer_number.layer_digest,
    min(layer_owner_key.owner_key) AS least, max(layer_owner_key.owner_key) AS most
  FROM layer_owner_key
  JOIN layer_number ON layer_number.layer_digest = layer_owner_key.layer_digest
  GROUP BY layer_number.layer_number, layer_number.layer_digest
),
-- One row per snapshot with its owner.
snapshot_owner_key AS (
  SELECT
    vm, snapshot, owner, part,
    CAST(dense_rank() OVER (ORDER BY owner NULLS FIRST, part NULLS FIRST) AS INTEGER) AS owner_key
  FROM (
    SELECT
      vm, snapshot, /* owner of snapshot_reference */ vm AS owner,
      CAST(/* part of snapshot_reference */ NULL AS STRING) AS part
    FROM snapshot_reference
    WHERE /* requested of snapshot_reference */ true
  ) AS reference
),
-- The same by number of snapshot.
owned_snapshot AS (
  SELECT snapshot_number.snapshot_number, snapshot_owner_key.owner_key
  FROM snapshot_owner_key
  JOIN snapshot_number
    ON snapshot_number.vm = snapshot_owner_key.vm
    AND snapshot_number.snapshot = snapshot_owner_key.snapshot
),
-- One row per layer (place 1), bundle of contents (2) and bundle of chunks (3), with the smallest and the largest
-- key of its owners.
stored_thing AS (
  SELECT
    1 AS place, 1 AS things, layer.compressed_bytes AS bytes, owned_layer.least, owned_layer.most
  FROM layer
  JOIN owned_layer ON owned_layer.layer_digest = layer.layer_digest
  UNION ALL
  SELECT /*+ BROADCAST(owned_layer) */
    2, min(stored_file.files), min(stored_file.bytes), min(owned_layer.least), max(owned_layer.most)
  FROM stored_file
  JOIN owned_layer ON owned_layer.layer_number = stored_file.layer_number
  GROUP BY stored_file.bundle
  UNION ALL
  SELECT /*+ BROADCAST(owned_snapshot) */
    3, min(stored_chunk.chunks), min(stored_chunk.bytes), min(owned_snapshot.owner_key), max(owned_snapshot.owner_key)
  FROM stored_chunk
  JOIN owned_snapshot ON owned_snapshot.snapshot_number = stored_chunk.snapshot_number
  GROUP BY stored_chunk.bundle
),
-- One row per kind of thing and owner. Key 0 is that of several owners.
owner_total AS (
  SELECT
    place,
    CASE WHEN least = most THEN least ELSE 0 END AS owner_key,
    sum(things) AS things,
    sum(bytes) AS bytes
  FROM stored_thing
  GROUP BY place, CASE WHEN least = most THEN least ELSE 0 END
),
-- One row per kind of thing.
kind_total AS (
  SELECT place, sum(bytes) AS bytes
  FROM owner_total
  GROUP BY place
),
-- One row per owner of layers (subject 1) or of snapshots (subject 3).
owner_name AS (
  SELECT 1 AS subject, owner_key, min(owner) AS owner, min(part) AS part
  FROM layer_owner_key
  GROUP BY owner_key
  UNION ALL
  SELECT 3, owner_key, min(owner), min(part)
  FROM snapshot_owner_key
  GROUP BY owner_key
)
SELECT
  -- stored_as: layers as stored: as the registry or node stores them now. unique files: every distinct file stored once,
  --   uncompressed. unique chunks: every distinct chunk of VMs stored once, zeros left out.
  CASE owner_total.place WHEN 1 THEN 'layers as stored' WHEN 2 THEN 'unique files'
    ELSE 'unique chunks' END AS stored_as,
  -- stored_by: one owner: all references are of one. several owners: else. no owner: what no owner has a name for, such
  --   as images in no repository, whatever their tags.
  CASE WHEN owner_total.owner_key = 0 THEN 'several owners' WHEN owner_name.owner IS NULL THEN 'no owner'
    ELSE 'one owner' END AS stored_by,
  CASE WHEN owner_name.part IS NULL THEN owner_name.owner ELSE owner_name.owner || ':' || owner_name.part END AS owner,
  owner_total.things,
  owner_total.bytes,
  -- bytes_ratio: against all bytes of the kind. With prices.storage-gb-month also month_cost.
  owner_total.bytes / nullif(kind_total.bytes, 0) AS bytes_ratio
  /* prices: storage of owner_total.bytes as month_cost */
FROM owner_total
JOIN kind_total ON kind_total.place = owner_total.place
LEFT JOIN owner_name
  ON owner_name.owner_key = owner_total.owner_key
  AND owner_name.subject = CASE WHEN owner_total.place = 3 THEN 3 ELSE 1 END
ORDER BY owner_total.place, owner_total.bytes DESC, owner_total.owner_key
