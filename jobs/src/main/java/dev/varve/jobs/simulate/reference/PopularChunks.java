package dev.varve.jobs.simulate.reference;

import dev.varve.content.matching.PopularData;
import dev.varve.content.matching.PopularSelection;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import dev.varve.simulation.backup.BackupRules;
import dev.varve.simulation.backup.FleetBackup;
import dev.varve.simulation.backup.LeftoverCounts;
import dev.varve.simulation.backup.PopularShare;
import dev.varve.simulation.backup.PopularStore;
import dev.varve.simulation.backup.SegmentReferences;
import dev.varve.simulation.backup.Volume;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The chunks that levels 1 and 2 do not deduplicate, ranked by their number of copies, as view
 * {@code ranked_chunk}. The first chunks in this order are the popular data.
 */
public final class PopularChunks {
  private static final String FOLDER = "simulate";

  private final Engine engine;
  private final Map<Integer, Volume> unique;

  private PopularChunks(Engine engine, Map<Integer, Volume> unique) {
    this.engine = engine;
    this.unique = unique;
  }

  /** Chooses the segments that are backed up under each set of rules. */
  public interface Choice extends Serializable {
    /**
     * A segment under the rules with this index; null when they leave it out.
     *
     * @param rules from 0
     */
    @Nullable SegmentReferences choose(int rules, SegmentReferences segment);
  }

  /**
   * Number of references to a chunk that levels 1 and 2 do not deduplicate, under the rules with
   * this index.
   *
   * @param rules index of the rules
   * @param key of the chunk's fingerprint
   * @param bytes of one copy
   * @param copies references that are left
   */
  record UnexplainedChunk(int rules, long key, int bytes, long copies) {}

  private record Unique(int rules, Volume volume) {}

  private record Chunk(long key, int bytes) {}

  /**
   * The number of chunks that a share of the unique chunks stands for.
   *
   * @param rules index of the rules
   * @param place index of the share in its list
   * @param chunks the number
   */
  private record Quota(int rules, int place, int chunks) {}

  private record Share(int rules, int place, PopularShare share) {}

  /**
   * Ranks the chunks by one pass over the segments that {@link References} shows.
   *
   * @param maxChunks distinct chunks that a fold counts before it emits the counts
   */
  public static PopularChunks rank(
      Engine engine, List<BackupRules> rules, Choice choice, int maxChunks) throws IOException {
    List<BackupRules> serializable = new ArrayList<>(rules); // a subList is not serializable
    engine.fold(
        References.ordered(),
        () -> new LeftoverFold(serializable, choice, maxChunks),
        new Output("leftover", UnexplainedChunk.class));
    engine.materialize("ranked_chunk", Query.of(FOLDER, "ranked_chunk"));
    engine.drop("leftover");
    Map<Integer, Volume> unique = new HashMap<>();
    for (Unique row : engine.all(Query.of(FOLDER, "unique_chunk"), Unique.class)) {
      unique.put(row.rules(), row.volume());
    }
    return new PopularChunks(engine, unique);
  }

  /** The distinct chunks under some rules. */
  public Volume unique(int rules) {
    return unique.getOrDefault(rules, Volume.NONE);
  }

  private int quota(int rules, double share) {
    return PopularSelection.quota(share, unique(rules).chunks());
  }

  /** The most popular chunks, a share of the unique ones. */
  public PopularData mostPopular(int rules, double sigma) throws IOException {
    int count = quota(rules, sigma);
    long[] keys = new long[count];
    int[] bytes = new int[count];
    if (count > 0) {
      int[] rank = {0};
      engine.each(
          Query.of(FOLDER, "popular_chunk").with("rules", rules).with("most", count),
          Chunk.class,
          chunk -> {
            keys[rank[0]] = chunk.key();
            bytes[rank[0]++] = chunk.bytes();
          });
    }
    return new PopularData(keys, bytes);
  }

  /**
   * The effects of keeping the most popular chunks.
   *
   * @param rules how many sets of rules there are
   * @param sweep shares of the unique chunks
   * @return for each set of rules one for each share
   */
  public List<List<PopularShare>> shares(int rules, List<Double> sweep) throws IOException {
    List<Quota> quotas = new ArrayList<>();
    List<List<PopularShare>> shares = new ArrayList<>();
    for (int index = 0; index < rules; index++) {
      shares.add(new ArrayList<>(Collections.nCopies(sweep.size(), PopularShare.NONE)));
      for (int place = 0; place < sweep.size(); place++) {
        quotas.add(new Quota(index, place, quota(index, sweep.get(place))));
      }
    }
    engine.records("quota", Quota.class, quotas);
    for (Share row : engine.all(Query.of(FOLDER, "popular_share"), Share.class)) {
      shares.get(row.rules()).set(row.place(), row.share());
    }
    return shares;
  }

  /** Counts the references that levels 1 and 2 do not deduplicate; one pass serves all rules. */
  private static final class LeftoverFold implements Fold<PackedSegment> {
    private final Choice choice;
    private final List<FleetBackup> fleets = new ArrayList<>();
    private final List<LeftoverCounts> counts = new ArrayList<>();
    private Consumer<Record> output = record -> {};

    LeftoverFold(List<BackupRules> rules, Choice choice, int maxChunks) {
      this.choice = choice;
      for (int index = 0; index < rules.size(); index++) {
        int number = index;
        LeftoverCounts count =
            new LeftoverCounts(
                maxChunks,
                (key, bytes, copies) ->
                    output.accept(new UnexplainedChunk(number, key, bytes, copies)));
        counts.add(count);
        fleets.add(new FleetBackup(rules.get(index), PopularStore.empty(), count));
      }
    }

    @Override
    public void add(PackedSegment row, Consumer<Record> output) {
      this.output = output;
      SegmentReferences segment = row.references();
      for (int index = 0; index < fleets.size(); index++) {
        SegmentReferences chosen = choice.choose(index, segment);
        if (chosen != null) {
          fleets.get(index).add(chosen);
        }
      }
    }

    @Override
    public void finish(Consumer<Record> output) {
      this.output = output;
      fleets.forEach(FleetBackup::finish);
      counts.forEach(LeftoverCounts::flush);
    }
  }
}
