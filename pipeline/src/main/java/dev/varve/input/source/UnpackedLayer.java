package dev.varve.input.source;

import dev.varve.input.codec.BulkInputStream;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The archive of a layer that a store has unpacked, reassembled from its {@link TarSplit} and the
 * files of its folder. Links that lead out of the folder are refused. Files that were changed since
 * unpacking show by the digest of the archive, which the reader checks.
 */
final class UnpackedLayer extends BulkInputStream {
  private static final String SCHEME = "tar-split:";

  private final ByteStore store;
  private final String folder;
  private final String realFolder;
  private final TarSplit split;

  /** The file of the part being read; null while {@link #segment} is read. */
  private @Nullable InputStream file;

  private byte @Nullable [] segment;
  private String name = "";
  private long partBytesLeft;
  private boolean ended;

  private UnpackedLayer(ByteStore store, String folder, String realFolder, TarSplit split) {
    this.store = store;
    this.folder = folder;
    this.realFolder = realFolder;
    this.split = split;
  }

  /** The location of the archive. */
  static String location(String split, String folder) {
    return SCHEME + split + "\n" + folder;
  }

  static boolean isAt(String location) {
    return location.startsWith(SCHEME);
  }

  /** Location of the tar-split of a layer. */
  static String splitLocation(String location) {
    return location.substring(SCHEME.length(), location.indexOf('\n'));
  }

  /** Opens the archive at a place. */
  static InputStream open(ByteStore store, String location) throws IOException {
    String folder = location.substring(location.indexOf('\n') + 1);
    TarSplit split = TarSplit.open(store, splitLocation(location));
    try {
      return new UnpackedLayer(store, folder, store.identity(folder), split);
    } catch (IOException e) {
      split.close();
      throw e;
    }
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (partBytesLeft == 0) {
      if (!advance()) {
        return -1;
      }
    }
    int most = (int) Math.min(partBytesLeft, length);
    if (segment != null) {
      System.arraycopy(segment, segment.length - (int) partBytesLeft, into, from, most);
      partBytesLeft -= most;
      return most;
    }
    int read = file == null ? -1 : file.read(into, from, most);
    if (read < 0) {
      throw new MalformedBlobException(
          RejectReason.TRUNCATED,
          "its file " + name + " in " + folder + " lacks " + partBytesLeft + " bytes");
    }
    partBytesLeft -= read;
    return read;
  }

  private boolean advance() throws IOException {
    closeFile();
    TarSplit.Part part = ended ? null : split.next();
    ended = part == null;
    if (part != null) {
      segment = part.segment();
      partBytesLeft = part.bytes();
      name = JsonDocument.cut(part.file());
      if (segment == null && partBytesLeft > 0) {
        file = open(part.file());
      }
    }
    return part != null;
  }

  private InputStream open(String path) throws IOException {
    if (List.of(path.split("/")).contains("..") || path.indexOf('\0') >= 0) {
      throw new MalformedBlobException(
          RejectReason.CORRUPT, "its file " + name + " is outside of the folder of the layer");
    }
    if (path.indexOf('\uFFFD') >= 0) {
      throw new MalformedBlobException(
          RejectReason.UNSUPPORTED, "its file " + name + " has a name that is no UTF-8");
    }
    String location = folder + "/" + path.replaceFirst("^(\\.?/)+", "");
    try {
      String real = store.identity(location);
      if (!real.startsWith(realFolder + "/")) {
        throw new MalformedBlobException(
            RejectReason.CORRUPT, "its file " + name + " is a link out of the folder of the layer");
      }
      return store.open(location, 0, partBytesLeft);
    } catch (FileNotFoundException | NoSuchFileException e) {
      throw new MalformedBlobException(
          RejectReason.ABSENT, "the folder " + folder + " does not contain its file " + name);
    } catch (FileSystemException e) {
      throw new MalformedBlobException(
          RejectReason.CORRUPT, "its file " + name + " cannot be opened: " + e.getReason());
    }
  }

  private void closeFile() throws IOException {
    if (file != null) {
      file.close();
      file = null;
    }
  }

  @Override
  public void close() throws IOException {
    try (split) {
      closeFile();
    }
  }
}
