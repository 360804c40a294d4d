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

  private final Map<FolderKey, Integer> numbers = new HashMap<>();
  private final LongArrayList bytes = new LongArrayList();
  private long nameChars;
  private String lastPath = "";
  private int lastFolder = ROOT;

  /**
   * A folder by its name and the number of its parent, so that deep paths take no more memory than
   * short ones.
   */
  private record FolderKey(int parent, String name) {}

  /** Folders of an empty layer: the root alone. */
  public Folders() {
    bytes.add(DOTS_BYTES);
  }

  /** Bytes of a text in UTF-8. */
  static int utf8Bytes(String text) {
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
      case OPAQUE -> folder(parent(path));
      case METADATA -> {}
      case WHITEOUT -> addName(path, WHITEOUT_LETTERS);
      default -> addName(path, 0);
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
  static long dataBytes(FileEntry entry) {
    return entry.kind() == EntryKind.SYMLINK && entry.linkTarget() != null
        ? utf8Bytes(entry.linkTarget())
        : entry.bytes();
  }

  private static String parent(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  private void addName(String path, int without) {
    int folder = folder(parent(path));
    addName(folder, utf8Bytes(path.substring(path.lastIndexOf('/') + 1)) - without);
  }

  private void addName(int folder, int letters) {
    bytes.set(folder, bytes.getLong(folder) + DIRENT_BYTES + letters);
  }

  private int folder(String path) {
    if (!path.equals(lastPath)) {
      lastFolder = ROOT;
      for (int at = 0; at < path.length(); ) {
        int end = path.indexOf('/', at);
        end = end < 0 ? path.length() : end;
        lastFolder = folder(lastFolder, path.substring(at, end));
        at = end + 1;
      }
      lastPath = path;
    }
    return lastFolder;
  }

  private int folder(int above, String name) {
    FolderKey place = new FolderKey(above, name);
    Integer known = numbers.get(place);
    if (known != null) {
      return known;
    }
    int number = bytes.size();
    numbers.put(place, number);
    nameChars += name.length();
    bytes.add(DOTS_BYTES);
    addName(above, utf8Bytes(name));
    return number;
  }

  /** Estimated memory of the folders, in bytes. */
  public long memoryBytes() {
    return FOLDER_MEMORY_BYTES * count() + Character.BYTES * nameChars;
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
