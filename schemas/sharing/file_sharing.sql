-- Table file_sharing, unsorted, of what the fold counted.
SELECT fingerprint, bytes, copies, layers, images, repositories
FROM file_owners
