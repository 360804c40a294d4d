package dev.varve.input.source;

import com.github.luben.zstd.Zstd;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalLong;

/**
 * The length of a layer's archive as its blob states it, found without decompressing: in the last
 * four bytes of gzip, or in the first frame header of zstd. Several members or frames, and gzip of
 * 4 GiB and more, state less than the whole length; a length too small for the blob counts as
 * unknown. An ingest counts no file of a blob that is missing or shorter than declared, so the
 * length of such a blob is 0. The lengths serve to draw a sample; no estimate relies on them.
 *
 * @see <a href="https://datatracker.ietf.org/doc/html/rfc1952">RFC 1952, section 2.3: ISIZE</a>
 * @see <a href="https://datatracker.ietf.org/doc/html/rfc8878">RFC 8878, section 3.1.1.1</a>
 */
public final class ArchiveSize {
  private static final int HEADER_BYTES = 18;
  private static final int TRAILER_BYTES = 4;
  private static final int GZIP = 0x1f8b;
  private static final int ZSTD = 0x28b52ffd;

  private ArchiveSize() {}

  /** The length that a blob states, if any. */
  public static OptionalLong of(ByteStore store, LayerCandidate layer) throws IOException {
    long bytes = layer.bytes();
    BlobPlace place = layer.places().get(0);
    if (bytes < HEADER_BYTES + TRAILER_BYTES) {
      return OptionalLong.empty();
    }
    if (UnpackedLayer.isAt(place.location())) {
      return OptionalLong.of(bytes);
    }
    byte[] header;
    byte[] last;
    try {
      header = read(store, layer, place, 0, HEADER_BYTES);
      last = read(store, layer, place, bytes - TRAILER_BYTES, TRAILER_BYTES);
    } catch (MalformedBlobException | EOFException e) {
      return ofBroken(layer);
    }
    if (header.length < HEADER_BYTES || last.length < TRAILER_BYTES) {
      return ofBroken(layer);
    }
    ByteBuffer first = ByteBuffer.wrap(header);
    if ((first.getShort(0) & 0xffff) == GZIP) {
      return plausible(
          ByteBuffer.wrap(last).order(ByteOrder.LITTLE_ENDIAN).getInt() & 0xffffffffL, bytes);
    }
    return first.getInt(0) == ZSTD
        ? plausible(Zstd.getFrameContentSize(header), bytes)
        : OptionalLong.empty();
  }

  /**
   * The length of a blob that is missing or too short at its first place: 0, or unknown when
   * another place may have it.
   */
  private static OptionalLong ofBroken(LayerCandidate layer) {
    return layer.places().size() > 1 ? OptionalLong.empty() : OptionalLong.of(0);
  }

  /**
   * Accepts a length of at least half the blob's: an archive is hardly ever shorter than its
   * compressed form.
   */
  private static OptionalLong plausible(long archive, long blob) {
    return archive >= blob / 2 ? OptionalLong.of(archive) : OptionalLong.empty();
  }

  private static byte[] read(
      ByteStore store, LayerCandidate layer, BlobPlace place, long from, int bytes)
      throws IOException {
    BlobPlace part = new BlobPlace(place.location(), place.offset() + from, bytes);
    try (InputStream in = layer.open(store, part)) {
      return in.readNBytes(bytes);
    }
  }
}
