-- The stored bytes of a mode are those of its layers, files and framing, and its ratio is that of the closed form.
-- The closed form is R / (n + (R - n) / g), where n of R replicas stay whole and g is the dedup ratio. It is null, and
-- not compared, for modes other than whole-N.
SELECT mode, stored_bytes, whole_bytes, file_bytes, framing_bytes, ratio, closed_form
FROM pull_storage
-- The parts do not add up.
WHERE stored_bytes <> whole_bytes + file_bytes + framing_bytes
  -- Another ratio than by the closed form. The tolerance of 1e-9, relative to the ratio, is for rounding errors.
  OR abs(ratio - closed_form) > 1e-9 * ratio
ORDER BY mode
