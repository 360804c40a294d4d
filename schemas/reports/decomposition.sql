-- Whose are the bytes that are stored: which belong to one owner alone, and which to several?
-- Every layer, every distinct file and every distinct chunk is in exactly one row of its kind, so that the rows of a
-- kind add up to what is stored. The bytes of an owner are what exclusive-bytes says of the set of all that is the
-- owner's. Owners are repositories and VMs, or with --by those of a column of view layer_reference (image, tag with its
-- repository, layer, category, os, architecture) or snapshot_reference (snapshot with its VM, format). Counted are
-- layers that were read, their FILE rows, published snapshots. Needs no derive; after one it is faster.
--
-- subject: registry
-- first: stored_as stored_by owner bytes bytes_ratio things
-- owners: layer_reference, snapshot_reference
-- chart: bars x=owner y=bytes panel=stored_as where=stored_by:one_owner top=16; What each owner stores alone
WITH
layer_key AS (
  SELECT
    layer AS layer_digest, owner, part,
    CAST(dense_rank() OVER (ORDER BY owner NULLS FIRST, part NULLS FIRST) AS INTEGER) AS owner_key
  FROM (
    SELECT layer, owner, CASE WHEN owner IS NOT NULL THEN part END AS part
    FROM (
      SELECT layer, /* owner of layer_reference */ repository AS owner, CAST(/* part of layer_reference */ NULL AS STRING) AS part
      FROM layer_reference
      WHERE /* requested of layer_reference */ true
    ) AS named
  ) AS reference
),
layer_owner AS (
  SELECT
    layer_number.layer_number, layer_number.layer_digest,
    min(layer_key.owner_key) AS least, max(layer_key.owner_key) AS most
  FROM layer_key
  JOIN layer_number ON layer_number.layer_digest = layer_key.layer_digest
  GROUP BY layer_number.layer_number, layer_number.layer_digest
),
snapshot_key AS (
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
snapshot_owner AS (
  SELECT snapshot_number.snapshot_number, snapshot_key.owner_key
  FROM snapshot_key
  JOIN snapshot_number ON snapshot_number.vm = snapshot_key.vm AND snapshot_number.snapshot = snapshot_key.snapshot
),
thing AS (
  SELECT
    1 AS place, 1 AS things, layer.compressed_bytes AS bytes, layer_owner.least, layer_owner.most
  FROM layer
  JOIN layer_owner ON layer_owner.layer_digest = layer.layer_digest
  UNION ALL
  SELECT /*+ BROADCAST(layer_owner) */
    2, min(stored_file.files), min(stored_file.bytes), min(layer_owner.least), max(layer_owner.most)
  FROM stored_file
  JOIN layer_owner ON layer_owner.layer_number = stored_file.layer_number
  GROUP BY stored_file.bundle
  UNION ALL
  SELECT /*+ BROADCAST(snapshot_owner) */
    3, min(stored_chunk.chunks), min(stored_chunk.bytes), min(snapshot_owner.owner_key), max(snapshot_owner.owner_key)
  FROM stored_chunk
  JOIN snapshot_owner ON snapshot_owner.snapshot_number = stored_chunk.snapshot_number
  GROUP BY stored_chunk.bundle
),
-- Key 0 is that of several owners.
summed AS (
  SELECT
    place,
    CASE WHEN least = most THEN least ELSE 0 END AS owner_key,
    sum(things) AS things,
    sum(bytes) AS bytes
  FROM thing
  GROUP BY place, CASE WHEN least = most THEN least ELSE 0 END
),
total AS (
  SELECT place, sum(bytes) AS bytes
  FROM summed
  GROUP BY place
),
named AS (
  SELECT 1 AS subject, owner_key, min(owner) AS owner, min(part) AS part
  FROM layer_key
  GROUP BY owner_key
  UNION ALL
  SELECT 3, owner_key, min(owner), min(part)
  FROM snapshot_key
  GROUP BY owner_key
)
SELECT
  -- stored_as: compressed layers as a registry stores now; every distinct file stored once, uncompressed; of VMs every
  --   distinct chunk stored once, zeros left out.
  CASE summed.place WHEN 1 THEN 'compressed layers' WHEN 2 THEN 'unique files' ELSE 'unique chunks' END AS stored_as,
  -- stored_by: one owner: all references are of one. several owners: else. no owner: what no owner has a name for, such
  --   as images in no repository, whatever their tags.
  CASE WHEN summed.owner_key = 0 THEN 'several owners' WHEN named.owner IS NULL THEN 'no owner' ELSE 'one owner' END AS stored_by,
  CASE WHEN named.part IS NULL THEN named.owner ELSE named.owner || ':' || named.part END AS owner,
  summed.things,
  summed.bytes,
  -- bytes_ratio: against all bytes of the kind. With prices.storage-gb-month also month_cost.
  summed.bytes / nullif(total.bytes, 0) AS bytes_ratio
  /* prices: storage of summed.bytes as month_cost */
FROM summed
JOIN total ON total.place = summed.place
LEFT JOIN named ON named.owner_key = summed.owner_key AND named.subject = CASE WHEN summed.place = 3 THEN 3 ELSE 1 END
ORDER BY summed.place, summed.bytes DESC, summed.owner_key
