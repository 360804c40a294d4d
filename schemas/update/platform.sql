-- One row per image, with its platform as containerd writes it: linux/arm/v7, windows(10.0.20348)/amd64,
-- linux(+erofs)/amd64. Only Windows has its OS version in the platform, cut to three numbers, as containerd matches no
-- more of it. Variants such as arm64/v8 are in rows that earlier versions of Varve wrote; they become the names written
-- today.
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
