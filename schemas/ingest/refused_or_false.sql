-- What of the manifests was refused, and images whose statements about their layers are false.
SELECT run_id, source, digest, reason, new_refused_blob.offset, message FROM new_refused_blob
UNION ALL
SELECT run_id, source, digest, reason, false_statement.offset, message FROM false_statement
