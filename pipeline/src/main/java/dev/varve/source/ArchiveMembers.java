package dev.varve.source;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files of an archive by name, and the links among them, in bounded memory: any member may be
 * the one that a manifest names, so all are kept.
 */
final class ArchiveMembers {
  private static final int MOST_HOPS = 8;

  /** Memory of all members; about 200,000 of them with names of ordinary length. */
  private static final long MOST_BYTES = 64 << 20;

  /** Memory of one member apart from its names. */
  private static final int MEMBER_BYTES = 200;

  private final Map<String, BlobPlace> files = new HashMap<>();
  private final Map<String, String> links = new HashMap<>();
  private long bytes;

  /** Adds a file; of several with a name the last one counts. */
  void add(String name, BlobPlace place) throws MalformedBlobException {
    count(name.length());
    files.put(clean(name), place);
  }

  /** Adds a symbolic link, whose target is relative to its folder. */
  void addSymbolicLink(String name, String target) throws MalformedBlobException {
    String at = clean(name);
    int slash = at.lastIndexOf('/');
    addLink(name, resolve(slash < 0 ? "" : at.substring(0, slash), target));
  }

  /** Adds a link to a name of the archive. */
  void addLink(String name, String target) throws MalformedBlobException {
    count(name.length() + target.length());
    links.put(clean(name), clean(target));
  }

  /** The place of a file by its name; links are followed. */
  @Nullable BlobPlace find(String name) {
    String at = clean(name);
    for (int hops = 0; hops < MOST_HOPS; hops++) {
      BlobPlace place = files.get(at);
      String target = links.get(at);
      if (place != null || target == null) {
        return place;
      }
      at = target;
    }
    return null;
  }

  private void count(long letters) throws MalformedBlobException {
    bytes += MEMBER_BYTES + 2 * letters;
    if (bytes > MOST_BYTES) {
      throw new MalformedBlobException(
          RejectReason.LIMIT,
          "the list of members takes more than "
              + (MOST_BYTES >> 20)
              + " MiB of memory; skopeo copy makes a folder of the archive");
    }
  }

  private static String resolve(String folder, String target) {
    int rest = 0;
    int base = folder.length();
    while (target.startsWith("../", rest)) {
      rest += 3;
      base = Math.max(0, folder.lastIndexOf('/', base - 1));
    }
    String below = target.substring(rest);
    return base == 0 ? below : folder.substring(0, base) + "/" + below;
  }

  private static String clean(String name) {
    return name.startsWith("./") ? name.substring(2) : name;
  }
}
