-- Images with their platforms, as containerd writes them: windows(10.0.20348)/amd64, linux(+erofs)/amd64, linux/arm/v7. Of
-- versions only those of Windows divide, and by their first three numbers: these are what containerd matches. The other
-- names of architectures are in rows of earlier versions alone.
SELECT
  image_digest,
  created_at,
  first_seen_at,
  concat_ws(
    '/',
    CASE WHEN options = '' THEN os ELSE concat(coalesce(os, 'unknown'), '(', options, ')') END,
    CASE architecture WHEN 'arm64/v8' THEN 'arm64' WHEN 'amd64/v1' THEN 'amd64' WHEN 'arm' THEN 'arm/v7' ELSE architecture END
  ) AS platform
FROM (
  SELECT
    image.*,
    concat(
      CASE
        WHEN coalesce(os, '') <> 'windows' OR os_version IS NULL THEN ''
        ELSE coalesce(nullif(regexp_extract(os_version, '^[0-9]+[.][0-9]+[.][0-9]+', 0), ''), os_version)
      END,
      coalesce('+' || os_features, '')
    ) AS options
  FROM image
) AS stated
