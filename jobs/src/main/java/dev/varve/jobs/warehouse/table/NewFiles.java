package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.store.Locations;
import java.io.Serializable;

/**
 * Locations of the files of one publication while they are written. Files of tables are in folders
 * of these: those of the warehouse, where nothing is renamed, or else others, from which a
 * publication renames them.
 *
 * @param folder folder of the publication, for intermediate files, which readers do not see
 * @param root folder of the tables' folders
 * @param publication name of the publication
 */
public record NewFiles(String folder, String root, String publication) implements Serializable {
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
    return Locations.in(
        Locations.in(root, table), "%s-%s%s".formatted(publication, part, Publication.PARQUET));
  }
}
