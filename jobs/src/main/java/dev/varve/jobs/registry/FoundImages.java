package dev.varve.jobs.registry;

import dev.varve.jobs.run.FoundRows;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.table.Publication;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Turns findings into new rows of the tables of images, tags, image layers and artifacts. */
record FoundImages(FoundRows found) {
  /** Tables that what was found is compared with. */
  static final List<String> TABLES =
      List.of(
          "artifact",
          "image",
          "image_tag",
          "manifest",
          "manifest_reference",
          "repository_manifest",
          "rejected_blob");

  /** Stages the rows; images come after their layers. */
  void add(Publication publication, Dataset<Row> findings) throws IOException {
    Run run = found.run();
    for (String table : List.of("artifact", "image_layer", "image", "image_tag")) {
      found.show(ImageFindings.WIDE, findings, table);
    }
    for (String table : List.of("artifact", "image", "image_tag")) {
      found.showPublished(table);
    }
    for (String table : List.of("manifest", "manifest_reference", "repository_manifest")) {
      found.show(ImageFindings.WIDE, findings, table);
      found.showPublished(table);
    }
    run.count("images", run.spark().table("found_image").select("image_digest").distinct().count());
    run.count(
        "artifacts_added", found.add(publication, "artifact", 1, "manifest_digest", "digest"));
    found.add(publication, "image_layer", 1, "image_digest", "depth");
    run.count("images_added", found.add(publication, "image", 1, "image_digest"));
    found.add(publication, "manifest_reference", 1, "manifest_digest", "digest");
    found.add(publication, "manifest", 1, "manifest_digest");
    if (found.select("changed_repository_manifests").count() > 0) {
      String[] order = {"repository", "tag", "manifest_digest"};
      found.add(publication, "repository_manifest", 1, order);
    }
    long changed = found.select("changed_tags").count();
    run.count("tags_changed", changed);
    if (changed > 0) {
      found.add(publication, "image_tag", 1, "repository", "tag", "image_digest");
    }
  }
}
