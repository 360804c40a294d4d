package dev.varve.simulation.layering;

import dev.varve.simulation.layering.LineEntry.Identity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Files that policies never part: the small ones of a directory, or a large one.
 *
 * @param place folded path of the file, or of the directory with a slash at its end
 * @param packageName of the package that its path tells of, with its kind; null without
 * @param updates in which an entry of it came, went or changed
 * @param modifiedAt the latest time of its files in the newest learned images; 0 without files
 * @param since ordinal of the first image that has an entry of it
 * @param newest content of it in the newest learned image of each line
 */
public record PlanUnit(
    String place,
    @Nullable String packageName,
    UpdateSet updates,
    int since,
    long modifiedAt,
    List<Content> newest) {
  /**
   * Entries of a unit in an image.
   *
   * @param identity that of their set
   * @param compressedBytes what plans count
   */
  public record Content(Identity identity, long files, long bytes, long compressedBytes) {
    /** Without entries. */
    public static final Content NONE = new Content(Identity.NONE, 0, 0, 0);

    Content plus(LineEntry entry) {
      return new Content(
          identity.plus(entry.identity()),
          files + 1,
          bytes + entry.bytes(),
          compressedBytes + entry.compressedBytes());
    }
  }

  /** Unpacked bytes in the newest learned images. */
  public long bytes() {
    return newest.stream().mapToLong(Content::bytes).sum();
  }

  /** Compressed bytes in the newest learned images. */
  public long compressedBytes() {
    return newest.stream().mapToLong(Content::compressedBytes).sum();
  }
}
