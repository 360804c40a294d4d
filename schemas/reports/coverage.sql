-- What was read, what was left out, and why?
-- Layers are distinct blobs, however many images list them: `referenced` layers = `ingested, listed by an image` + all
-- `rejected` rows + `missing`. A layer rejected for several reasons counts under the first of them by name; one that a
-- later run ingested is not rejected any more. `other` are rejected things that no image lists as a layer (manifests,
-- configs, tags, inputs without a digest): without a digest each row counts, with one each digest. `snapshot` are
-- disks: those read by their format, with their lengths, and those rejected by their reason.
--
-- subject: registry
WITH
listed AS (
  SELECT layer_digest, max(compressed_bytes) AS declared_bytes
  FROM image_layer
  GROUP BY layer_digest
),
rejection AS (
  SELECT digest, min(reason) AS reason
  FROM rejected_blob
  WHERE digest IS NOT NULL
  GROUP BY digest
),
listed_state AS (
  SELECT
    CASE
      WHEN layer.layer_digest IS NOT NULL THEN 'ingested'
      WHEN rejection.digest IS NOT NULL THEN 'rejected'
      ELSE 'missing'
    END AS state,
    CASE
      WHEN layer.layer_digest IS NOT NULL THEN 'listed by an image'
      WHEN rejection.digest IS NOT NULL THEN rejection.reason
      ELSE '-'
    END AS reason,
    coalesce(layer.compressed_bytes, listed.declared_bytes, 0) AS bytes
  FROM listed
  LEFT JOIN layer ON layer.layer_digest = listed.layer_digest
  LEFT JOIN rejection ON rejection.digest = listed.layer_digest
),
loose_layer AS (
  SELECT layer.compressed_bytes AS bytes
  FROM layer
  LEFT JOIN listed ON listed.layer_digest = layer.layer_digest
  WHERE listed.layer_digest IS NULL
),
-- A manifest that one input lacks and another one contains is not missing.
read_elsewhere AS (
  SELECT image_digest AS digest FROM image
  UNION
  SELECT manifest_digest FROM artifact
),
other_rejection AS (
  SELECT 'other' AS thing, rejection.reason
  FROM rejection
  LEFT JOIN listed ON listed.layer_digest = rejection.digest
  LEFT JOIN layer ON layer.layer_digest = rejection.digest
  LEFT JOIN read_elsewhere ON read_elsewhere.digest = rejection.digest
  WHERE listed.layer_digest IS NULL AND layer.layer_digest IS NULL AND read_elsewhere.digest IS NULL
  UNION ALL
  SELECT CASE WHEN run.verb IN ('ingest snapshots', 'compare chunkers') THEN 'snapshot' ELSE 'other' END, rejected_blob.reason
  FROM rejected_blob
  LEFT JOIN run ON run.run_id = rejected_blob.run_id
  LEFT JOIN (SELECT DISTINCT source FROM snapshot) AS published ON published.source = rejected_blob.source
  WHERE rejected_blob.digest IS NULL AND published.source IS NULL
),
absent AS (
  SELECT reference.digest, max(coalesce(reference.bytes, 0)) AS bytes
  FROM manifest_reference AS reference
  LEFT JOIN manifest ON manifest.manifest_digest = reference.digest
  LEFT JOIN rejection ON rejection.digest = reference.digest
  WHERE reference.kind = 'MANIFEST' AND manifest.manifest_digest IS NULL AND rejection.digest IS NULL
  GROUP BY reference.digest
),
thing AS (
  SELECT kind, digest, max(coalesce(bytes, 0)) AS bytes
  FROM artifact
  GROUP BY kind, digest
),
last_run AS (
  SELECT max(run_id) AS run_id FROM run WHERE verb = 'ingest registry'
),
leftover AS (
  SELECT
    'blob' AS thing,
    'named by no manifest' AS reason,
    run.counts['leftover_blobs'] AS things,
    run.counts['leftover_blob_bytes'] AS bytes
  FROM run
  JOIN last_run ON last_run.run_id = run.run_id
  UNION ALL
  SELECT 'upload', 'not finished', run.counts['leftover_uploads'], run.counts['leftover_upload_bytes']
  FROM run
  JOIN last_run ON last_run.run_id = run.run_id
  UNION ALL
  SELECT 'layer', 'of no image, no container', run.counts['leftover_layers'], run.counts['leftover_layer_bytes']
  FROM run
  JOIN last_run ON last_run.run_id = run.run_id
),
line AS (
  SELECT
    1 AS place, 'image' AS thing, 'read' AS state, '-' AS reason, count(*) AS things, sum(compressed_bytes) AS bytes
  FROM image
  WHERE layer_format IS NULL
  UNION ALL
  SELECT 1, 'image', 'not read', layer_format, count(*), sum(compressed_bytes)
  FROM image
  WHERE layer_format IS NOT NULL
  GROUP BY layer_format
  UNION ALL
  SELECT 2, 'layer', 'referenced', '-', count(*), sum(bytes) FROM listed_state
  UNION ALL
  SELECT 3, 'layer', 'ingested', 'listed by an image', count(*), sum(bytes) FROM listed_state WHERE state = 'ingested'
  UNION ALL
  SELECT 4, 'layer', 'ingested', 'in no image', count(*), sum(bytes) FROM loose_layer
  UNION ALL
  SELECT 5, 'layer', 'rejected', reason, count(*), sum(bytes) FROM listed_state WHERE state = 'rejected' GROUP BY reason
  UNION ALL
  SELECT 6, 'layer', 'missing', '-', count(*), sum(bytes) FROM listed_state WHERE state = 'missing'
  UNION ALL
  SELECT 7, 'other', 'rejected', reason, count(*), 0 FROM other_rejection WHERE thing = 'other' GROUP BY reason
  UNION ALL
  SELECT 8, 'manifest', 'not stored', 'listed by an index', count(*), sum(bytes) FROM absent HAVING count(*) > 0
  UNION ALL
  SELECT 8, 'artifact', 'listed', kind, count(*), sum(bytes) FROM thing GROUP BY kind
  UNION ALL
  SELECT 9, 'blob', 'skipped', 'ingested before', coalesce(sum(run.counts['blobs_skipped']), 0), 0
  FROM run
  JOIN last_run ON last_run.run_id = run.run_id
  UNION ALL
  SELECT 9, leftover.thing, 'left over', leftover.reason, leftover.things, leftover.bytes
  FROM leftover
  WHERE leftover.things > 0
  UNION ALL
  SELECT 10, 'snapshot', 'ingested', format, count(*), sum(virtual_bytes) FROM snapshot GROUP BY format
  UNION ALL
  SELECT 11, 'snapshot', 'rejected', reason, count(*), 0 FROM other_rejection WHERE thing = 'snapshot' GROUP BY reason
)
SELECT
  thing,
  -- state: missing: layers that images list and no run has tried to read. not read: an image with layers of another
  --   format than tar, which are rejected as UNSUPPORTED. not stored: a manifest that an index lists, such as of a
  --   platform that was never pulled, which is no fault. skipped: blobs that the last ingest registry found ingested
  --   already. left over: what that found in storage folders and no image needs, such as blobs that no manifest names,
  --   unfinished uploads, unpacked layers.
  state,
  reason,
  things AS count,
  -- bytes: of ingested layers those of the blob; of layers that could not be read the size that manifests declare, or
  --   0; of images the layer sizes as listed, repeats counted.
  coalesce(bytes, 0) AS bytes
FROM line
ORDER BY place, state DESC, reason
