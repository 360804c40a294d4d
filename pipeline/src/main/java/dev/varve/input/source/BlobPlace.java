package dev.varve.input.source;

import dev.varve.model.ByteStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A run of bytes in a file, or in a descriptor that embeds them.
 *
 * @param location URI of the file; for embedded bytes, a {@code data:} URI that contains them; for
 *     an {@link UnpackedLayer}, the location that it makes
 * @param offset first byte
 * @param bytes length, or -1 for the whole file
 */
public record BlobPlace(String location, long offset, long bytes) implements Serializable {
  private static final String EMBEDDED = "data:;base64,";

  /** The place of a whole file. */
  static BlobPlace whole(String location) {
    return new BlobPlace(location, 0, -1);
  }

  /** Distinct places in their order. */
  public static List<BlobPlace> sorted(Stream<BlobPlace> places) {
    return places
        .distinct()
        .sorted(Comparator.comparing(BlobPlace::location).thenComparing(BlobPlace::offset))
        .toList();
  }

  /** Bytes that a descriptor embeds, in base64. */
  static BlobPlace embedded(String base64, long bytes) {
    return new BlobPlace(EMBEDDED + base64, 0, bytes);
  }

  /** The location, with the offset behind a {@code #} when the bytes are inside an archive. */
  public String label() {
    if (location.startsWith(EMBEDDED)) {
      return "data of a descriptor";
    }
    return bytes < 0 || UnpackedLayer.isAt(location) ? file() : location + "#" + offset;
  }

  /**
   * The file that contains the bytes, or for an unpacked layer the file that lists where they are.
   */
  public String file() {
    return UnpackedLayer.isAt(location) ? UnpackedLayer.splitLocation(location) : location;
  }

  /** The place of these bytes without their first {@code first} bytes. */
  public BlobPlace withoutFirst(long first) {
    return new BlobPlace(location, offset + first, bytes < 0 ? bytes : bytes - first);
  }

  /**
   * Opens the bytes.
   *
   * @throws java.io.FileNotFoundException when the file is absent
   */
  public InputStream open(ByteStore store) throws IOException {
    if (UnpackedLayer.isAt(location)) {
      InputStream archive = UnpackedLayer.open(store, location);
      archive.skipNBytes(offset);
      return bytes < 0 ? archive : new FirstBytes(archive, bytes);
    }
    if (!location.startsWith(EMBEDDED)) {
      return store.open(location, offset, bytes);
    }
    byte[] all = Base64.getDecoder().decode(location.substring(EMBEDDED.length()));
    int from = (int) Math.min(offset, all.length);
    int length = (int) (bytes < 0 ? all.length - from : Math.min(bytes, all.length - from));
    return new ByteArrayInputStream(all, from, length);
  }
}
