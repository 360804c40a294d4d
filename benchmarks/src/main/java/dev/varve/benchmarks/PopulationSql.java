package dev.varve.benchmarks;

import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Run;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A table that follows from others: from table {@code layer}, and from views {@code member} (the
 * layers of images) and {@code population_image}. Times are in proportion to bytes and entries,
 * about those of an ingest.
 */
record PopulationSql(String table, String sql, String... order) {
  static final List<PopulationSql> OF_LAYERS =
      List.of(
          new PopulationSql(
              "layer_phase",
              """
              SELECT
                layer_digest,
                :run AS run_id,
                CAST(floor(compressed_bytes / 2) AS BIGINT) AS read_nanos,
                archive_bytes AS decompress_nanos,
                1000 * files AS unpack_nanos,
                3 * archive_bytes AS digest_nanos,
                CAST(NULL AS BIGINT) AS search_nanos,
                5000 * files + CAST(floor(archive_bytes / 2) AS BIGINT) AS archive_nanos,
                30 * archive_bytes AS compress_nanos,
                CAST(floor(archive_bytes / 50) AS BIGINT) AS sample_cpu_nanos
              FROM layer
              """,
              "layer_digest"),
          new PopulationSql(
              "layer_pull",
              """
              SELECT
                layer_digest,
                :run AS run_id,
                'gzip-6' AS codec,
                5000 * files + CAST(floor(archive_bytes / 2) AS BIGINT) AS archive_nanos,
                30 * archive_bytes AS compress_nanos,
                compressed_bytes AS pull_bytes
              FROM layer
              """,
              "layer_digest",
              "codec"),
          new PopulationSql(
              "rejected_blob",
              """
              SELECT
                :run AS run_id,
                'file:/population/' || layer_digest AS source,
                'sha256:' || sha2(layer_digest, 256) AS digest,
                'TRUNCATED' AS reason,
                compressed_bytes AS offset,
                'the stream ends early' AS message
              FROM layer
              WHERE max_depth = 0 AND layer_digest LIKE '%00'
              """,
              "source",
              "digest"));

  static final List<PopulationSql> OF_IMAGES =
      List.of(
          new PopulationSql(
              "image_layer",
              """
              SELECT
                member.image_digest,
                member.depth,
                member.layer_digest,
                'RUN step ' || member.depth AS created_by,
                layer.media_type,
                layer.compressed_bytes,
                layer.diff_id
              FROM member
              JOIN layer ON layer.layer_digest = member.layer_digest
              """,
              "image_digest",
              "depth"),
          new PopulationSql(
              "image",
              """
              SELECT
                population_image.image_digest,
                'linux' AS os,
                'amd64' AS architecture,
                population_image.created_at,
                CAST(listed.layers AS INT) AS layers,
                listed.compressed_bytes,
                population_image.config AS config_digest,
                CAST(:started AS TIMESTAMP) AS first_seen_at,
                CAST(NULL AS STRING) AS os_version,
                CAST(NULL AS STRING) AS os_features,
                CAST(NULL AS STRING) AS layer_format
              FROM population_image
              JOIN (
                SELECT image_digest, count(*) AS layers, sum(compressed_bytes) AS compressed_bytes
                FROM member
                JOIN layer ON layer.layer_digest = member.layer_digest
                GROUP BY image_digest
              ) AS listed ON listed.image_digest = population_image.image_digest
              """,
              "image_digest"),
          new PopulationSql(
              "manifest_reference",
              """
              SELECT member.image_digest AS manifest_digest, member.layer_digest AS digest, 'BLOB' AS kind,
                max(layer.compressed_bytes) AS bytes
              FROM member
              JOIN layer ON layer.layer_digest = member.layer_digest
              GROUP BY member.image_digest, member.layer_digest
              UNION ALL
              SELECT image_digest, config, 'CONFIG', 4000
              FROM population_image
              """,
              "manifest_digest",
              "digest"),
          new PopulationSql(
              "manifest",
              """
              SELECT
                image_digest AS manifest_digest,
                'IMAGE' AS kind,
                'application/vnd.docker.distribution.manifest.v2+json' AS media_type,
                2000 AS bytes,
                CAST(NULL AS STRING) AS subject
              FROM population_image
              """,
              "manifest_digest"),
          new PopulationSql(
              "repository_manifest",
              """
              SELECT repository, tag, image_digest AS manifest_digest, CAST(:started AS TIMESTAMP) AS first_seen_at
              FROM population_image
              """,
              "repository",
              "tag",
              "manifest_digest"),
          new PopulationSql(
              "image_tag",
              """
              SELECT repository, tag, image_digest, CAST(:started AS TIMESTAMP) AS first_seen_at
              FROM population_image
              """,
              "repository",
              "tag",
              "image_digest"),
          new PopulationSql(
              "sighting",
              """
              SELECT
                seen.location,
                seen.kind,
                seen.repository,
                seen.tag,
                seen.digest,
                seen.bytes,
                CAST(:started AS TIMESTAMP) AS first_seen_at,
                CAST(NULL AS TIMESTAMP) AS gone_at
              FROM (
                SELECT 'file:/population/' || repository AS location, 'IMAGE' AS kind, repository, tag,
                  image_digest AS digest, CAST(NULL AS BIGINT) AS bytes
                FROM population_image
                UNION ALL
                SELECT 'file:/population/' || repository, 'MANIFEST', repository, tag, image_digest, 2000
                FROM population_image
                UNION ALL
                SELECT 'file:/population', 'BLOB', NULL, NULL, layer_digest, compressed_bytes
                FROM layer
              ) AS seen
              """,
              "location",
              "kind",
              "repository",
              "tag",
              "digest"),
          source("IMAGES"));

  static final List<PopulationSql> OF_SNAPSHOTS =
      List.of(
          new PopulationSql(
              "snapshot_sighting",
              """
              SELECT
                source AS location,
                vm,
                snapshot,
                CAST(:started AS TIMESTAMP) AS first_seen_at,
                CAST(NULL AS TIMESTAMP) AS gone_at,
                file_state
              FROM snapshot
              """,
              "location",
              "vm",
              "snapshot"),
          source("DISKS"));

  private static PopulationSql source(String kind) {
    return new PopulationSql(
        "source",
        """
        SELECT
          'file:/population/%s' AS location,
          '%s' AS kind,
          CAST(:started AS TIMESTAMP) AS first_seen_at,
          CAST(:started AS TIMESTAMP) AS seen_at,
          :run AS run_id
        """
            .formatted(kind.toLowerCase(Locale.ROOT), kind),
        "location");
  }

  Query query(Run run) {
    return new Query("", table, sql, Map.of("run", run.id(), "started", run.startedAt()));
  }
}
