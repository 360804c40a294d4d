package dev.varve.simulation.request;

import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The published trace of a registry: the entries of its files in the order of their times. Each
 * file has its own in that order; files of several servers are merged. Entries of one time come in
 * the order of the files. A file is open from its first entry's time to its last: of files that
 * follow each other, one or two.
 */
public final class RegistryTrace implements Closeable {
  private final ByteStore store;
  private final TraceLimits limits;
  private final Deque<FirstEntry> unopened = new ArrayDeque<>();
  private final PriorityQueue<OpenFile> open =
      new PriorityQueue<>(
          Comparator.comparingLong((OpenFile one) -> one.next.atMicros())
              .thenComparingInt(one -> one.number));

  /**
   * Reads the first entry of each file.
   *
   * @param locations of files
   * @throws MalformedBlobException when a file is damaged there; its message names the file and the
   *     place
   */
  public RegistryTrace(ByteStore store, List<String> locations, TraceLimits limits)
      throws IOException {
    this.store = store;
    this.limits = limits;
    List<FirstEntry> starts = new ArrayList<>();
    for (int number = 0; number < locations.size(); number++) {
      String location = locations.get(number);
      try (TraceFile file = new TraceFile(store, location, limits)) {
        RegistryRequest first = file.next();
        if (first != null) {
          starts.add(new FirstEntry(number, location, first.atMicros()));
        }
      }
    }
    starts.sort(Comparator.comparingLong(FirstEntry::atMicros));
    unopened.addAll(starts);
  }

  /** Time of the first entry of a file. */
  private record FirstEntry(int number, String location, long atMicros) {}

  private static final class OpenFile {
    private final int number;
    private final TraceFile file;
    private RegistryRequest next;

    OpenFile(int number, TraceFile file, RegistryRequest next) {
      this.number = number;
      this.file = file;
      this.next = next;
    }
  }

  /**
   * The next entry, or null at the end of all files.
   *
   * @throws MalformedBlobException when a file is damaged; its message names the file and the place
   */
  public @Nullable RegistryRequest next() throws IOException {
    while (!unopened.isEmpty() && isDue(unopened.getFirst())) {
      open(unopened.removeFirst());
    }
    OpenFile first = open.peek();
    if (first == null) {
      return null;
    }
    RegistryRequest entry = first.next;
    RegistryRequest following = first.file.next();
    open.remove();
    if (following == null) {
      first.file.close();
    } else {
      first.next = following;
      open.add(first);
    }
    return entry;
  }

  private boolean isDue(FirstEntry start) {
    OpenFile first = open.peek();
    return first == null || start.atMicros <= first.next.atMicros();
  }

  private void open(FirstEntry start) throws IOException {
    TraceFile file = new TraceFile(store, start.location, limits);
    RegistryRequest first = file.next();
    if (first == null) {
      file.close();
    } else {
      open.add(new OpenFile(start.number, file, first));
    }
  }

  @Override
  public void close() throws IOException {
    unopened.clear();
    while (!open.isEmpty()) {
      open.remove().file.close();
    }
  }
}
