package dev.varve.content.format;

import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.HashMap;
import java.util.Map;

/**
 * The folders of a layer, numbered, with the bytes of each in EROFS: 12 bytes and the name for each
 * entry. A folder above an entry exists even if the archive has no entry of it.
 */
public final class Folders {
  private static final int DIRENT_BYTES = 12;

  /** The two entries of a folder for itself and the one above it. */
  private static final int DOTS_BYTES = 2 * DIRENT_BYTES + 3;

  private static final int WHITEOUT_LETTERS = ".wh.".length();

  /** Memory of a folder without its name, in the map and the list. */
  private static final long FOLDER_MEMORY_BYTES = 160;

  private static final int ROOT = 0;

  private final Map<Place, Integer> numbers = new HashMap<>();
  private final LongArrayList bytes = new LongArrayList();
  private long nameLetters;
  private String lastPath = "";
  private int last = ROOT;

  /**
   * A folder by its name and the number of its parent, so that deep paths take no more memory than
   * short ones.
   */
  private record Place(int above, String name) {}

  /** Folders of an empty layer: the root alone. */
  public Folders() {
    bytes.add(DOTS_BYTES);
  }

  /** Bytes of a text in UTF-8. */
  static int letters(String text) {
    int letters = text.length();
    for (int at = 0; at < text.length(); at++) {
      char letter = text.charAt(at);
      // Each half of a surrogate pair makes two of its four bytes.
      letters += letter < 0x80 ? 0 : letter < 0x800 || Character.isSurrogate(letter) ? 1 : 2;
    }
    return letters;
  }

  /** Adds an entry, or the folder that it is. */
  public void add(FileEntry entry) {
    String path = entry.path();
    switch (entry.kind()) {
      case DIRECTORY -> folder(path.equals(".") ? "" : path);
      case OPAQUE -> folder(above(path));
      case METADATA -> {}
      case WHITEOUT -> name(path, WHITEOUT_LETTERS);
      default -> name(path, 0);
    }
  }

  /** Whether an entry has an inode that is not a folder's. */
  static boolean isInode(FileEntry entry) {
    return switch (entry.kind()) {
      case DIRECTORY, OPAQUE, METADATA, HARD_LINK -> false;
      default -> true;
    };
  }

  /**
   * Bytes of data that an inode other than a folder's has: the content of a file, or the target of
   * a link.
   */
  static long leadsTo(FileEntry entry) {
    return entry.kind() == EntryKind.SYMLINK && entry.linkTarget() != null
        ? letters(entry.linkTarget())
        : entry.bytes();
  }

  private static String above(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  private void name(String path, int without) {
    int folder = folder(above(path));
    name(folder, letters(path.substring(path.lastIndexOf('/') + 1)) - without);
  }

  private void name(int folder, int letters) {
    bytes.set(folder, bytes.getLong(folder) + DIRENT_BYTES + letters);
  }

  private int folder(String path) {
    if (!path.equals(lastPath)) {
      last = ROOT;
      for (int at = 0; at < path.length(); ) {
        int end = path.indexOf('/', at);
        end = end < 0 ? path.length() : end;
        last = folder(last, path.substring(at, end));
        at = end + 1;
      }
      lastPath = path;
    }
    return last;
  }

  private int folder(int above, String name) {
    Place place = new Place(above, name);
    Integer known = numbers.get(place);
    if (known != null) {
      return known;
    }
    int number = bytes.size();
    numbers.put(place, number);
    nameLetters += name.length();
    bytes.add(DOTS_BYTES);
    name(above, letters(name));
    return number;
  }

  /** Estimated memory of the folders, in bytes. */
  public long memoryBytes() {
    return FOLDER_MEMORY_BYTES * count() + Character.BYTES * nameLetters;
  }

  /** Number of folders, with the root. */
  int count() {
    return bytes.size();
  }

  /** Bytes of the entries of a folder. */
  long bytes(int number) {
    return bytes.getLong(number);
  }
}
