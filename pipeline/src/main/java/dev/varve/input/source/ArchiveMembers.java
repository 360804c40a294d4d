package dev.varve.input.source;

import dev.varve.model.CleanPath;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files of an archive by name, and the links among them. A manifest may name any member, so all
 * are kept, in bounded memory.
 */
final class ArchiveMembers {
  /** Most links followed from a name to its file, so that loops of links end. */
  private static final int MOST_HOPS = 8;

  /** Most memory of all members: enough for about 200,000 with names of ordinary length. */
  private static final long MOST_BYTES = 64 << 20;

  /** Estimated memory of one member without its names. */
  private static final int MEMBER_BYTES = 200;

  private final Map<String, BlobPlace> files = new HashMap<>();
  private final Map<String, String> links = new HashMap<>();
  private long bytes;

  /** Adds a file; of several with a name the last one counts. */
  void add(String name, BlobPlace place) throws MalformedBlobException {
    reserveMemory(name.length());
    files.put(CleanPath.of(name), place);
  }

  /** Adds a symbolic link, whose target is relative to its folder. */
  void addSymbolicLink(String name, String target) throws MalformedBlobException {
    addLink(name, CleanPath.of(name) + "/../" + target);
  }

  /** Adds a link to a name of the archive. */
  void addLink(String name, String target) throws MalformedBlobException {
    reserveMemory(name.length() + target.length());
    links.put(CleanPath.of(name), CleanPath.of(target));
  }

  /** The place of a file by its name; links are followed. */
  @Nullable BlobPlace find(String name) {
    String at = CleanPath.of(name);
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

  private void reserveMemory(long letters) throws MalformedBlobException {
    bytes += MEMBER_BYTES + 2 * letters;
    if (bytes > MOST_BYTES) {
      throw new MalformedBlobException(
          RejectReason.LIMIT,
          "the list of members takes more than "
              + (MOST_BYTES >> 20)
              + " MiB of memory; skopeo copy makes a folder of the archive");
    }
  }
}
