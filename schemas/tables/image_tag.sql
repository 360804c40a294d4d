-- Which repository contains which image under which tag; the newest ingest of a repository's tag wins. Images of layouts and
-- archives that name no repository are of an unknown one: two of these are never taken for the same, and their tags stay.
-- Names are as Docker prints them: docker.io/library/app is app, docker.io/team/web is team/web, other hosts stay. Storage
-- trees and APIs of registries other than Docker Hub have their own names, without a host.
--
-- made by: ingest registry
-- replaced
CREATE TABLE image_tag (
  repository STRING COMMENT 'null: not known, as nobody stated it',
  tag STRING COMMENT 'null: the repository contains the image, no tag leads to it',
  image_digest STRING NOT NULL COMMENT 'an index is resolved: one row a platform image',
  first_seen_at TIMESTAMP COMMENT 'when the run began since which the tag leads to this image; null in rows that an earlier version wrote: not known'
)
