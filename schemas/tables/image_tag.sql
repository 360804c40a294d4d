-- Which repository contains which image under which tag; the newest ingest of a repository's tag wins. Names are as Docker
-- prints them: docker.io/library/app is app, docker.io/team/web is team/web, other hosts stay. Storage trees and APIs of
-- registries other than Docker Hub have their own names, without a host. Where a layout, store or archive states no
-- repository, it is the path of the folder or archive below the input, or its last name: /backup/app.tar is app. Equal
-- names at different places are one repository.
--
-- made by: ingest registry
-- replaced
CREATE TABLE image_tag (
  repository STRING COMMENT 'null: an earlier version wrote the row, and nobody stated one; the next ingest names it by its place',
  tag STRING COMMENT 'null: the repository contains the image, no tag leads to it',
  image_digest STRING NOT NULL COMMENT 'an index is resolved: one row a platform image',
  first_seen_at TIMESTAMP COMMENT 'when the run began since which the tag leads to this image; null in rows that an earlier version wrote: not known'
)
