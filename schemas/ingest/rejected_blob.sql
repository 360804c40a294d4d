-- Rejections that are not listed yet, whichever run met them first.
SELECT DISTINCT found_rejected_blob.*
FROM found_rejected_blob
LEFT ANTI JOIN rejected_blob
  ON rejected_blob.source = found_rejected_blob.source
  AND rejected_blob.digest <=> found_rejected_blob.digest
  AND rejected_blob.reason = found_rejected_blob.reason
  AND rejected_blob.offset <=> found_rejected_blob.offset
  AND rejected_blob.message = found_rejected_blob.message
