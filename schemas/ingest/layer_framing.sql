-- Framing of the attempts that ended well, and whole: of an archive of which not all was kept there is none.
SELECT found_layer_framing.*
FROM found_layer_framing
ANTI JOIN found_rejected_blob
  ON found_rejected_blob.digest = found_layer_framing.layer_digest
  AND found_rejected_blob.source = found_layer_framing.source
SEMI JOIN (
  SELECT kept.layer_digest, kept.source
  FROM (
    SELECT layer_digest, source, sum(raw_bytes + content_bytes) AS bytes
    FROM found_layer_framing
    GROUP BY layer_digest, source
  ) AS kept
  JOIN found_layer ON found_layer.layer_digest = kept.layer_digest AND found_layer.archive_bytes = kept.bytes
) AS whole ON whole.layer_digest = found_layer_framing.layer_digest AND whole.source = found_layer_framing.source
