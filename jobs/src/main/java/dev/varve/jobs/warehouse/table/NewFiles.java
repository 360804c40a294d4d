package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.store.Locations;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Locations of the files of one publication while they are written. Where files are renamed
 * atomically, all are in a folder that readers do not see, and a publication renames those of
 * tables. In an object store, which renames nothing, files of tables have their final names.
 *
 * @param folder folder of the publication, for intermediate files too
 * @param root the warehouse, if files of tables have their final names; else null
 * @param publication name of the publication
 */
public record NewFiles(String folder, @Nullable String root, String publication)
    implements Serializable {
  private static final String JOINED = "-joined";

  /** Locations of files that contain rows of files of earlier publications. */
  public NewFiles ofJoined() {
    return new NewFiles(folder, root, publication + JOINED);
  }

  /** Whether the files of a publication contain rows of files of earlier ones. */
  static boolean isJoined(String publication) {
    return publication.endsWith(JOINED);
  }

  /**
   * Location of a new file of a table.
   *
   * @param part letters, digits and underscores that no other file of this publication and table
   *     has
   */
  public String ofTable(String table, String part) {
    return root == null
        ? Locations.in(folder, "%s-%s%s".formatted(table, part, Publication.PARQUET))
        : Locations.in(
            Locations.in(root, table), "%s-%s%s".formatted(publication, part, Publication.PARQUET));
  }
}
