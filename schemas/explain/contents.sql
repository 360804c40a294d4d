-- At most 11 file contents whose fingerprint is from `first` to `last`; an 11th shows that there are more than 10.
SELECT DISTINCT lower(hex(fingerprint)) AS name, 'content' AS kind
FROM named_file
WHERE fingerprint >= unhex(:first) AND fingerprint <= unhex(:last)
ORDER BY name
LIMIT 11
