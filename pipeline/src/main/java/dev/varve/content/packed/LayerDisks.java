package dev.varve.content.packed;

import dev.varve.content.recipe.LayerReading;
import dev.varve.content.recipe.LayerVerification;
import dev.varve.input.codec.BlobStream;
import dev.varve.input.codec.Decompressor;
import dev.varve.input.disk.DiskFormat;
import dev.varve.input.source.BlobPlace;
import dev.varve.input.source.LayerCandidate;
import dev.varve.input.tar.PathText;
import dev.varve.input.tar.TarEntry;
import dev.varve.input.tar.TarReader;
import dev.varve.model.ByteStore;
import dev.varve.model.LayerBlob;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Contents of folder {@code /disk} in a layer: its files there, and the files of layers below that
 * it hides.
 *
 * @param layer the layer, with its actual length and the place where it was read
 * @param hidden names in the folder that the layer hides
 * @param hidesAll whether it hides the whole folder
 * @param fault why the layer cannot be read, or null
 */
public record LayerDisks(
    LayerCandidate layer,
    List<DiskEntry> entries,
    Set<String> hidden,
    boolean hidesAll,
    @Nullable PackedFault fault)
    implements Serializable {
  /** Most names below the folder; a folder with more has other things than disks. */
  private static final int MOST_NAMES = 1000;

  private static final String FOLDER = "disk";
  private static final String FOLDER_PREFIX = FOLDER + "/";
  private static final String WHITEOUT = ".wh.";
  private static final Set<String> ALL_HIDDEN =
      Set.of(WHITEOUT + FOLDER, ".wh..wh..opq", FOLDER_PREFIX + ".wh..wh..opq");

  /**
   * Checks that the layer was read.
   *
   * @param digest of the layer, for the message
   * @throws MalformedBlobException with the fault, where it could not be read
   */
  void requireRead(String digest) throws MalformedBlobException {
    if (fault != null) {
      throw fault.inLayer(digest);
    }
  }

  /** Reads a layer to its end and verifies it; of several places the first that has it. */
  public static LayerDisks search(ByteStore store, LayerCandidate layer, LayerReading reader)
      throws IOException {
    try {
      return firstReadable(layer, place -> new Search(place).read(store, layer, reader));
    } catch (MalformedBlobException e) {
      return new LayerDisks(layer, List.of(), Set.of(), false, PackedFault.of(e));
    }
  }

  /** Something that is read at a place. */
  interface PlaceReader<T> {
    T read(BlobPlace place) throws IOException;
  }

  /**
   * Reads a layer at the first of its places that has it; where none has, the fault of the first is
   * thrown.
   */
  static <T> T firstReadable(LayerCandidate layer, PlaceReader<T> reader) throws IOException {
    MalformedBlobException first = null;
    for (BlobPlace place : layer.places()) {
      try {
        return reader.read(place);
      } catch (MalformedBlobException e) {
        first = first == null ? e : first;
      }
    }
    throw first == null
        ? new MalformedBlobException(RejectReason.ABSENT, "it has no place")
        : first;
  }

  private static final class Search {
    private final BlobPlace place;
    private final Map<String, DiskEntry> entries = new HashMap<>();
    private final Set<String> hidden = new HashSet<>();
    private boolean hidesAll;

    Search(BlobPlace place) {
      this.place = place;
    }

    LayerDisks read(ByteStore store, LayerCandidate layer, LayerReading reading)
        throws IOException {
      long bytes;
      LayerVerification verification =
          new LayerVerification(layer.blob(), reading.digest(), LayerReading.DiffIds.TRUST);
      try (BlobStream blob =
              new BlobStream(
                  layer.open(store, place), verification.blobDigest(), layer.blob().bytes());
          Decompressor plain = reading.decompressor(blob)) {
        TarReader tar = new TarReader(plain, blob, verification.archiveDigest(), reading.limits());
        int count = 0;
        for (TarEntry entry = tar.next(); entry != null; entry = tar.next()) {
          if (count++ >= reading.limits().entries()) {
            throw new MalformedBlobException(
                RejectReason.LIMIT, "more than " + reading.limits().entries() + " entries");
          }
          add(entry, tar);
        }
        LayerVerification.VerifiedDigests unused = verification.verify(blob);
        bytes = blob.offset();
      }
      return new LayerDisks(
          verified(layer.blob(), bytes), new ArrayList<>(entries.values()), hidden, hidesAll, null);
    }

    private LayerCandidate verified(LayerBlob blob, long bytes) {
      LayerBlob sized =
          new LayerBlob(
              blob.layerDigest(), blob.digestOf(), bytes, blob.diffIds(), blob.mediaType());
      return new LayerCandidate(sized, List.of(place));
    }

    private void add(TarEntry entry, TarReader tar) throws IOException {
      String path = PathText.path(entry.name());
      boolean isFolder = entry.type() == '5';
      if (ALL_HIDDEN.contains(path) || (path.equals(FOLDER) && !isFolder)) {
        hidesAll = true;
      } else if (path.startsWith(FOLDER_PREFIX)) {
        String name = path.substring(FOLDER_PREFIX.length());
        if (name.startsWith(WHITEOUT)) {
          hidden.add(name.substring(WHITEOUT.length()));
        } else if (name.indexOf('/') < 0) {
          // A folder hides a file of equal name in the layers below, as a file does.
          hidden.add(name);
          entries.remove(name);
          if (!isFolder) {
            entries.put(name, entry(name, entry, tar));
          }
        }
        if (hidden.size() > MOST_NAMES) {
          throw new MalformedBlobException(
              RejectReason.LIMIT, "more than " + MOST_NAMES + " names below /disk");
        }
      }
    }

    private static DiskEntry entry(String name, TarEntry entry, TarReader tar) throws IOException {
      DiskFormat format = null;
      PackedFault fault = null;
      if (entry.type() != '0') {
        fault = PackedFault.unsupported("it is a link or a device, and no disk");
      } else if (entry.sparse() != null) {
        fault = PackedFault.unsupported("it is a sparse entry of its archive: pack it whole");
      } else {
        DiskHeads heads = new DiskHeads();
        tar.content(heads);
        try {
          format = heads.format(name);
        } catch (MalformedBlobException e) {
          fault = PackedFault.of(e);
        }
      }
      return new DiskEntry(
          name,
          entry.contentOffset(),
          entry.bytes(),
          format,
          fault == null ? null : fault.prefixed("/disk/" + name));
    }
  }
}
