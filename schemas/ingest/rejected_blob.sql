-- Rejections that are not listed yet, whichever run met them first.
SELECT DISTINCT found_rejected_blob.*
FROM found_rejected_blob
ANTI JOIN rejected_blob
  ON rejected_blob.source = found_rejected_blob.source
  AND rejected_blob.digest IS NOT DISTINCT FROM found_rejected_blob.digest
  AND rejected_blob.reason = found_rejected_blob.reason
  AND rejected_blob.offset IS NOT DISTINCT FROM found_rejected_blob.offset
  AND rejected_blob.message = found_rejected_blob.message
