-- The contents of files whose fingerprint is in a range.
SELECT DISTINCT lower(hex(fingerprint)) AS name, 'content' AS kind
FROM named_file
WHERE fingerprint >= unhex(:first) AND fingerprint <= unhex(:last)
ORDER BY name
LIMIT 11
