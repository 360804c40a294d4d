package dev.varve.content.recipe;

import dev.varve.input.tar.LayerObserver;
import dev.varve.model.FileEntry;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Division of a layer's stored bytes among the entries of its archive. Known are only points: pairs
 * of an offset in the archive and the offset in the blob that the decoder had consumed up to it.
 * Between two points, entries share the stored bytes in proportion to their archive bytes.
 *
 * <p>A decoder first consumes a block, and then hands out the bytes that the block inflates to. So
 * an entry waits until its block's end is a point. The shares of all entries, and the rest that
 * belongs to none, add up to the blob exactly.
 */
final class StoredShares implements LayerObserver.BlobOffsets {
  /**
   * Upper bound of the archive bytes between the first and the last waiting offset, which limits
   * memory. Usual blocks inflate to less; a hostile blob may have one that inflates to gigabytes.
   */
  private static final long WAITING_BYTES = 4 << 20;

  /** Upper bound of how far inflating runs ahead of {@link #add}, in bytes of the archive. */
  private static final long AHEAD_BYTES = 256 << 10;

  /**
   * A pair of offsets: the decoder has consumed the blob up to one, and inflated the archive up to
   * the other.
   */
  private record Point(long archiveOffset, long blobOffset) {}

  /**
   * A callback that waits for the offset in the blob of an offset in the archive.
   *
   * @param archiveOffset from the start of the archive
   * @param callback takes the offset in the blob
   */
  private record Waiting(long archiveOffset, LongConsumer callback) {}

  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private final ArrayDeque<FileEntry> ready = new ArrayDeque<>();
  private final ArrayDeque<Point> points = new ArrayDeque<>();

  /** The decoder's last report. */
  private @Nullable Point latest;

  /** Offset in the blob at the first report: bytes before it belong to no entry. */
  private long firstOffset;

  /** Offset in the blob up to which stored bytes have been given to entries. */
  private long sharedOffset;

  /** Takes the decoder's progress, before each step of inflating. */
  void progress(long archiveOffset, long blobOffset) {
    Point before = latest;
    latest = new Point(archiveOffset, blobOffset);
    if (before == null) {
      firstOffset = blobOffset;
      sharedOffset = blobOffset;
      points.add(latest);
    } else if (before.blobOffset != blobOffset) {
      // The decoder has consumed more. Thus the report before was made when all that the blob's
      // earlier bytes inflate to was handed out: only then do its two offsets belong together.
      addPoint(before);
    }
  }

  private void addPoint(Point callback) {
    points.add(callback);
    while (!waiting.isEmpty() && waiting.getFirst().archiveOffset <= callback.archiveOffset) {
      Waiting next = waiting.removeFirst();
      next.callback.accept(blobOffset(next.archiveOffset));
    }
    if (waiting.isEmpty()) {
      dropPointsBefore(callback.archiveOffset - AHEAD_BYTES);
    }
  }

  /**
   * Drops the points that no offset from this one on needs; returns the point to interpolate from,
   * which stays.
   */
  private Point dropPointsBefore(long archiveOffset) {
    Point from = points.removeFirst();
    while (!points.isEmpty() && points.getFirst().archiveOffset < archiveOffset) {
      from = points.removeFirst();
    }
    points.addFirst(from);
    return from;
  }

  /**
   * Adds the next entry.
   *
   * @param archiveEnd offset in the archive at which the entry's padding ends
   */
  void add(long archiveEnd, FileEntry entry) {
    whenKnown(
        archiveEnd,
        end -> {
          ready.add(entry.withStoredBytes(end - sharedOffset));
          sharedOffset = end;
        });
  }

  /**
   * Passes on the offset in the blob of an offset in the archive, once it is known.
   *
   * @param archiveOffset no less than in earlier calls, and at most {@link #AHEAD_BYTES} less than
   *     the archive bytes inflated so far
   */
  @Override
  public void whenKnown(long archiveOffset, LongConsumer callback) {
    waiting.add(new Waiting(archiveOffset, callback));
    if (archiveOffset - waiting.getFirst().archiveOffset > WAITING_BYTES) {
      end();
    }
  }

  /**
   * Makes the decoder's last report a point, so that nothing waits. Called when the archive has
   * ended, when no more of it is read, or when too much waits.
   */
  void end() {
    if (latest != null) {
      addPoint(latest);
    }
  }

  /**
   * The next entry whose share is known, with its share as stored bytes; null when there is none.
   */
  @Nullable FileEntry ready() {
    return ready.poll();
  }

  /**
   * The offset in the blob of an offset in the archive: linear between the two points around it. A
   * point at or behind the offset must be known.
   */
  private long blobOffset(long archiveOffset) {
    Point from = dropPointsBefore(archiveOffset);
    Iterator<Point> pair = points.iterator();
    pair.next();
    Point to = pair.hasNext() ? pair.next() : from;
    long span = to.archiveOffset - from.archiveOffset;
    return span == 0
        ? from.blobOffset
        : from.blobOffset
            + (to.blobOffset - from.blobOffset) * (archiveOffset - from.archiveOffset) / span;
  }

  /**
   * Bytes of a blob of this length that belong to no entry, such as the header of its compression.
   * Called once all entries have their shares.
   */
  long unsharedBytes(long blobBytes) {
    return blobBytes - (sharedOffset - firstOffset);
  }
}
