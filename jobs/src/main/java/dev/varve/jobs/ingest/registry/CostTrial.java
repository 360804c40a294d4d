package dev.varve.jobs.ingest.registry;

import dev.varve.content.recipe.LayerObservers;
import dev.varve.content.recipe.LayerReader;
import dev.varve.content.recipe.LayerReading;
import dev.varve.input.source.LayerCandidate;
import dev.varve.input.tar.LayerObserver;
import dev.varve.jobs.host.Parallel;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.store.registry.RegistryAccess;
import dev.varve.model.ByteStore;
import dev.varve.model.ForeignBytes;
import dev.varve.model.MalformedBlobException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Trial of measurements on the heads of some planned layers, before all layers are read. From it
 * follow the seconds that reading takes, and those of each measurement that has a title.
 *
 * @param measurements as the run makes them
 */
record CostTrial(LayerReading reading, List<LayerMeasurement> measurements, RegistryAccess access) {
  /** Title of what every ingest does. */
  static final String READING = "reading";

  /** Archive bytes of a head. */
  private static final long HEAD_BYTES = 16 << 20;

  /** Planned bytes for each head, so that a trial is short beside the work. */
  private static final long BYTES_OF_A_HEAD = 128 << 20;

  private static final int MOST_HEADS = 16;

  /**
   * A run of a measurement on heads.
   *
   * @param measurement what runs; it may sample another share than the one it stands for
   * @param share of the archive bytes that the one it stands for works on
   */
  record Part(LayerMeasurement measurement, double share) {}

  /**
   * Time of a part on some heads.
   *
   * @param title under which it counts
   * @param bytes archive bytes on which it worked
   */
  record Spent(String title, double share, double nanos, long bytes) {
    /** Expected nanoseconds for all bytes of the heads; 0 where it has worked on nothing. */
    private double nanosOf(long archiveBytes) {
      return bytes == 0 ? 0 : nanos / bytes * share * archiveBytes;
    }

    private Spent plus(Spent other) {
      return new Spent(title, share, nanos + other.nanos, bytes + other.bytes);
    }
  }

  /**
   * Times of a head, or of several.
   *
   * @param parts in one order for all heads
   */
  record Times(long archiveBytes, long blobBytes, List<Spent> parts) {
    static final Times NONE = new Times(0, 0, List.of());

    Times plus(Times other) {
      List<Spent> sums = new ArrayList<>(parts);
      for (int at = 0; at < other.parts.size(); at++) {
        if (at < parts.size()) {
          sums.set(at, parts.get(at).plus(other.parts.get(at)));
        } else {
          sums.add(other.parts.get(at));
        }
      }
      return new Times(archiveBytes + other.archiveBytes, blobBytes + other.blobBytes, sums);
    }

    /**
     * Seconds by title for other bytes. No thread is quicker than another, and the largest part of
     * the plan is read by one.
     *
     * @param planned stored bytes of all layers to be read
     * @param largest stored bytes of the largest part
     */
    Map<String, Double> seconds(long planned, long largest, int threads) {
      double bytes = Math.max(planned / (double) threads, (double) largest);
      Map<String, Double> seconds = new LinkedHashMap<>();
      for (Spent part : parts) {
        double own = part.nanosOf(archiveBytes) / 1e9 * bytes / blobBytes;
        seconds.merge(part.title, own, Double::sum);
      }
      return seconds;
    }
  }

  /** Whether any measurement has a title, and so a forecast is due. */
  boolean isDue() {
    return measurements.stream().anyMatch(measurement -> measurement.title().isPresent());
  }

  /**
   * Seconds by title for all parts; empty where no head could be read.
   *
   * @param parts at least one
   */
  Map<String, Double> seconds(List<PlanFile.Part> parts, Store plans, int threads)
      throws IOException {
    long planned = parts.stream().mapToLong(PlanFile.Part::layerBytes).sum();
    long largest = parts.stream().mapToLong(PlanFile.Part::layerBytes).max().orElse(0);
    List<LayerCandidate> heads = heads(parts, planned, plans);
    ByteStore store = access.store(plans);
    Times sum =
        Parallel.all(threads, heads, head -> times(head, heads.size() * HEAD_BYTES, store)).stream()
            .reduce(Times.NONE, Times::plus);
    return sum.blobBytes() == 0 ? Map.of() : sum.seconds(planned, largest, threads);
  }

  /** The heads of layers at even distances in the bytes of the plan, so that large ones count. */
  private static List<LayerCandidate> heads(
      List<PlanFile.Part> parts, long planned, ByteStore plans) throws IOException {
    int number = (int) Math.max(1, Math.min(MOST_HEADS, planned / BYTES_OF_A_HEAD));
    List<LayerCandidate> heads = new ArrayList<>();
    long passed = 0;
    int next = 0;
    for (PlanFile.Part part : parts) {
      if (passed + part.layerBytes() < place(next, number, planned)) {
        passed += part.layerBytes();
        continue;
      }
      for (LayerCandidate layer : part.read(plans)) {
        passed += layer.bytes();
        if (next < number && passed >= place(next, number, planned)) {
          heads.add(layer.head(HEAD_BYTES));
        }
        while (next < number && passed >= place(next, number, planned)) {
          next++;
        }
      }
    }
    return heads;
  }

  private static double place(int next, int number, long planned) {
    return (next + 0.5) * planned / number;
  }

  /** Times of one head; none where it cannot be read, which the ingest reports later. */
  private Times times(LayerCandidate head, long trialBytes, ByteStore store) {
    try {
      return ForeignBytes.read(() -> read(head, trialBytes, store));
    } catch (IOException e) {
      return Times.NONE;
    }
  }

  private Times read(LayerCandidate head, long trialBytes, ByteStore store)
      throws IOException, MalformedBlobException {
    LayerMeasurement.Origin origin =
        new LayerMeasurement.Origin(head.blob().layerDigest(), "trial");
    Map<LayerObserver, Part> parts = new LinkedHashMap<>();
    long began = System.nanoTime();
    try (LayerObservers observers = new LayerObservers();
        LayerReader reader =
            new LayerReader(
                head.blob(), head.open(store, head.places().get(0)), reading, observers)) {
      Progress progress = new Progress();
      observers.add(progress);
      for (LayerMeasurement measurement : measurements) {
        for (Part part : measurement.trial(trialBytes)) {
          LayerObserver observer = part.measurement().observer(origin, reading, new Discarded());
          observers.add(observer);
          parts.put(observer, part);
        }
      }
      reader.limitToHead(head.archiveBytes());
      while (reader.next() != null) {}
      if (!reader.isVerified()) {
        observers.finish(progress.archiveOffset, progress.blobOffset);
      }
      double left = (double) System.nanoTime() - began;
      List<Spent> spent = new ArrayList<>();
      for (Map.Entry<LayerObserver, Part> one : parts.entrySet()) {
        Optional<String> title = one.getValue().measurement().title();
        if (title.isPresent()) {
          LayerObserver observer = one.getKey();
          left -= (double) observer.nanos();
          long bytes = observer.sampledBytes().orElse(progress.archiveOffset);
          spent.add(
              new Spent(title.get(), one.getValue().share(), (double) observer.nanos(), bytes));
        }
      }
      spent.add(0, new Spent(READING, 1, Math.max(0, left), progress.archiveOffset));
      return new Times(progress.archiveOffset, progress.blobOffset, spent);
    }
  }

  /** Offsets in the archive and in the blob up to which a head was read. */
  private static final class Progress implements LayerObserver {
    private long archiveOffset;
    private long blobOffset;

    @Override
    public void inflated(long archive, long blob) {
      archiveOffset = archive;
      blobOffset = blob;
    }
  }

  /** Rows of a trial are not kept. */
  private static final class Discarded implements LayerMeasurement.LayerRows {
    @Override
    public void add(Record row) {}

    @Override
    public void omit(Class<? extends Record> type) {}
  }
}
