-- Descriptors in manifests that are no layers of an image: attestations, signatures, charts, models, build caches and their like.
-- One row for the manifest itself when it is no image, and one for each blob that it lists.
--
-- made by: ingest registry
-- appended
CREATE TABLE artifact (
  manifest_digest STRING NOT NULL COMMENT 'the manifest that lists the thing',
  digest STRING NOT NULL COMMENT 'the thing: a blob, or the manifest itself',
  kind STRING NOT NULL COMMENT 'ATTESTATION, SIGNATURE, SBOM, HELM, WASM, SIF, MODEL, CACHE (of a builder: its layers are read, too), ARTIFACT',
  media_type STRING COMMENT 'as declared',
  bytes BIGINT COMMENT 'as declared'
)
