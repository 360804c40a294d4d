-- One row per rejection that the warehouse does not have yet, whichever run found it.
-- Reads:
--   new_rejected_blob: what this run found for table rejected_blob.
SELECT DISTINCT new_rejected_blob.*
FROM new_rejected_blob
ANTI JOIN rejected_blob
  ON rejected_blob.source = new_rejected_blob.source
  AND rejected_blob.digest IS NOT DISTINCT FROM new_rejected_blob.digest
  AND rejected_blob.reason = new_rejected_blob.reason
  AND rejected_blob.offset IS NOT DISTINCT FROM new_rejected_blob.offset
  AND rejected_blob.message = new_rejected_blob.message
