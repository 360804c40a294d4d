-- Table file_sharing, unsorted: one row per file content, with what the fold counted in view file_owners.
SELECT fingerprint, bytes, copies, layers, images, repositories
FROM file_owners
