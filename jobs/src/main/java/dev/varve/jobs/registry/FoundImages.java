package dev.varve.jobs.registry;

import dev.varve.jobs.found.FoundRows;
import dev.varve.jobs.parquet.StagedStream;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.table.Publication;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Turns findings into new rows of the tables of images, tags, image layers and artifacts. */
record FoundImages(FoundRows found) {
  /** Tables that what was found is compared with. */
  static final List<String> TABLES =
      List.of(
          "artifact",
          "image",
          "image_tag",
          "layer",
          "manifest",
          "manifest_reference",
          "repository_manifest",
          "rejected_blob");

  /** Stages the rows; images come after their layers. */
  void add(Publication publication, StagedStream findings) throws IOException {
    Run run = found.run();
    for (String table : List.of("artifact", "image_layer", "image", "image_tag")) {
      found.show(findings, table);
    }
    addRejections(publication, findings);
    for (String table : List.of("artifact", "image", "image_tag")) {
      found.showPublished(table);
    }
    for (String table : List.of("manifest", "manifest_reference", "repository_manifest")) {
      found.show(findings, table);
      found.showPublished(table);
    }
    run.count("images", found.count("found_images"));
    List<Publication.Rows> additions = new ArrayList<>();
    additions.add(found.addition("artifact", 1, "manifest_digest", "digest"));
    additions.add(found.addition("image_layer", 1, "image_digest", "depth"));
    additions.add(found.addition("image", 1, "image_digest"));
    additions.add(found.addition("manifest_reference", 1, "manifest_digest", "digest"));
    additions.add(found.addition("manifest", 1, "manifest_digest"));
    if (found.count("changed_repository_manifests") > 0) {
      String[] order = {"repository", "tag", "manifest_digest"};
      additions.add(found.addition("repository_manifest", 1, order));
    }
    long changed = found.count("changed_tags");
    run.count("tags_changed", changed);
    if (changed > 0) {
      additions.add(found.addition("image_tag", 1, "repository", "tag", "image_digest"));
    }
    publication.addAll(additions);
    run.count("artifacts_added", publication.rows().getOrDefault("artifact", 0L));
    run.count("images_added", publication.rows().getOrDefault("image", 0L));
  }

  /** What was refused, and images that say of their layers what is not so. */
  private void addRejections(Publication publication, StagedStream findings) throws IOException {
    found.show("refused_blob", findings, "rejected_blob");
    found.show(findings, "place");
    found.showPublished("layer");
    found.showQuery("false_statement", "false_statement", Map.of("run", found.run().id()));
    found.show(
        "found_rejected_blob",
        "SELECT * FROM refused_blob UNION ALL SELECT * FROM false_statement",
        Map.of());
    found.addRejections(publication);
  }
}
