package dev.varve.content.recipe;

import dev.varve.input.tar.LayerObserver;
import dev.varve.model.FileEntry;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Splits the stored bytes of a layer among the entries of its archive, in proportion to their
 * archive bytes between two points where it is known how much of the blob the decoder consumed.
 *
 * <p>A decoder consumes a block, and then hands out what it inflates to. So an entry waits until
 * the end of its block is known. The shares of all entries, and the rest that belongs to none, add
 * up to the blob exactly.
 */
final class StoredShares implements LayerObserver.BlobOffsets {
  /** Archive bytes whose entries wait at most: blocks inflate to less, but for hostile ones. */
  private static final long WAITING_BYTES = 4 << 20;

  /** More than the archive bytes that are inflated and of which no entry was added yet. */
  private static final long AHEAD_BYTES = 256 << 10;

  /** So many bytes of the archive are inflated from so many of the blob. */
  private record Point(long archiveOffset, long blobOffset) {}

  /** A callback that waits for the offset in the blob of an offset in the archive. */
  private record Waiting(long archiveOffset, LongConsumer known) {}

  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private final ArrayDeque<FileEntry> ready = new ArrayDeque<>();
  private final ArrayDeque<Point> points = new ArrayDeque<>();
  private @Nullable Point latest;
  private long firstOffset;
  private long sharedOffset;

  /** So many bytes of the archive were inflated from so many of the blob. */
  void at(long archiveOffset, long blobOffset) {
    Point before = latest;
    latest = new Point(archiveOffset, blobOffset);
    if (before == null) {
      firstOffset = blobOffset;
      sharedOffset = blobOffset;
      points.add(latest);
    } else if (before.blobOffset != blobOffset) {
      point(before);
    }
  }

  private void point(Point known) {
    points.add(known);
    while (!waiting.isEmpty() && waiting.getFirst().archiveOffset <= known.archiveOffset) {
      Waiting next = waiting.removeFirst();
      next.known.accept(blobOffset(next.archiveOffset));
    }
    if (waiting.isEmpty()) {
      passBefore(known.archiveOffset - AHEAD_BYTES);
    }
  }

  /** Drops the points before the last one that is not behind an offset. */
  private Point passBefore(long archiveOffset) {
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
   * @param archiveEnd offset in the archive behind its padding
   */
  void add(long archiveEnd, FileEntry entry) {
    when(
        archiveEnd,
        end -> {
          ready.add(entry.withStoredBytes(end - sharedOffset));
          sharedOffset = end;
        });
  }

  /**
   * Passes on the offset in the blob of an offset in the archive, once it is known.
   *
   * @param archiveOffset not before those of earlier calls, and at most {@link #AHEAD_BYTES} before
   *     what was inflated last
   */
  @Override
  public void when(long archiveOffset, LongConsumer known) {
    waiting.add(new Waiting(archiveOffset, known));
    if (archiveOffset - waiting.getFirst().archiveOffset > WAITING_BYTES) {
      end();
    }
  }

  /** All that was inflated counts: the archive has ended, or no more of it is read. */
  void end() {
    if (latest != null) {
      point(latest);
    }
  }

  /** The next entry whose share is known, with it; or null. */
  @Nullable FileEntry ready() {
    return ready.poll();
  }

  /**
   * The offset in the blob at which an entry ends, of which a point is known at or behind its end.
   */
  private long blobOffset(long archiveOffset) {
    Point from = passBefore(archiveOffset);
    Iterator<Point> two = points.iterator();
    two.next();
    Point to = two.hasNext() ? two.next() : from;
    long span = to.archiveOffset - from.archiveOffset;
    return span == 0
        ? from.blobOffset
        : from.blobOffset
            + (to.blobOffset - from.blobOffset) * (archiveOffset - from.archiveOffset) / span;
  }

  /** Bytes of a blob of this length that no entry has, once all have their share. */
  long rest(long blobBytes) {
    return blobBytes - (sharedOffset - firstOffset);
  }
}
