-- What a mode stores is its parts, and its ratio is that of the closed form.
SELECT mode, stored_bytes, ratio, closed_form
FROM pull_storage
WHERE stored_bytes <> whole_bytes + file_bytes + framing_bytes OR abs(ratio - closed_form) > 1e-9 * ratio
ORDER BY mode
