-- One row per measured span and coding that the warehouse does not have yet.
-- Reads:
--   new_format_sample: what this run found for table format_sample.
SELECT read.*
FROM new_format_sample AS read
ANTI JOIN format_sample
  ON format_sample.layer_digest = read.layer_digest
  AND format_sample.coding = read.coding
  AND format_sample.offset = read.offset
