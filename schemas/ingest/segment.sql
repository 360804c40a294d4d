-- Segments of the snapshots that were read whole.
SELECT found_segment.*
FROM found_segment
ANTI JOIN found_rejection
  ON found_rejection.vm = found_segment.vm AND found_rejection.snapshot = found_segment.snapshot
