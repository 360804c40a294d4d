package dev.varve.input.source;

import dev.varve.model.ByteStore;
import dev.varve.model.LayerBlob;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.util.List;

/**
 * A layer and the places where it may be read; the first place with a valid blob is used.
 *
 * @param places sorted, at least one
 * @param isKnown whether its recipe was read earlier, so that only its pulls are to be measured
 * @param archiveBytes bytes of its archive to read: files that end behind them are left out; {@link
 *     #WHOLE} for the whole archive
 */
public record LayerCandidate(
    LayerBlob blob, List<BlobPlace> places, boolean isKnown, long archiveBytes)
    implements Serializable {
  /** The length of the archive of a layer that is read to its end. */
  public static final long WHOLE = Long.MAX_VALUE;

  /**
   * Stored bytes allowed on top of a head, for headers of the compressed form and for the decoder's
   * reading ahead: 256 KiB.
   */
  private static final long SLACK_BYTES = 256 << 10;

  /** A layer that is read for the first time. */
  public LayerCandidate(LayerBlob blob, List<BlobPlace> places) {
    this(blob, places, false, WHOLE);
  }

  /** The head of this layer: the first {@code bytes} of its archive. */
  public LayerCandidate head(long bytes) {
    return new LayerCandidate(blob, places, isKnown, bytes);
  }

  /** Whether only a head is read. */
  public boolean isHead() {
    return archiveBytes < WHOLE;
  }

  /**
   * Most bytes to read: the larger of the size in manifests and the size at the first place; 0 when
   * both are unknown. For a head it is at most the head's length.
   */
  public long bytes() {
    return Math.min(archiveBytes, Math.max(0, Math.max(blob.bytes(), places.get(0).bytes())));
  }

  /**
   * Opens the layer's blob at one of its places.
   *
   * @throws MalformedBlobException when there is no blob, with the reason as far as it is known
   * @throws IOException when the blob exists and cannot be opened
   */
  public InputStream open(ByteStore store, BlobPlace place) throws IOException {
    try {
      return part(place).open(store);
    } catch (FileNotFoundException e) {
      // A registry that answered "not found" needs no second look: another kind of request would
      // tell no more.
      boolean isAnswer = RegistryInput.isRegistry(place.location());
      ByteStore.Item item = isAnswer ? null : store.find(place.location()).orElse(null);
      if (item != null && !item.folder()) {
        throw new IOException(place.location() + " exists but cannot be opened", e);
      }
      throw new MalformedBlobException(
          RejectReason.ABSENT, item != null ? "the path of its blob is a folder" : whyAbsent());
    }
  }

  /**
   * The part of the blob that can contain the head. Incompressible data grows by less than 2 %,
   * which {@code archiveBytes / 50} allows for.
   */
  private BlobPlace part(BlobPlace place) {
    long most = archiveBytes + archiveBytes / 50 + SLACK_BYTES;
    boolean isMore = place.bytes() < 0 || place.bytes() > most;
    return isHead() && isMore ? new BlobPlace(place.location(), place.offset(), most) : place;
  }

  private String whyAbsent() {
    return ArtifactKinds.isForeign(blob.mediaType())
        ? ArtifactKinds.FOREIGN
        : "a manifest lists it, the storage does not contain it";
  }
}
