package dev.varve.jobs.pull;

import dev.varve.cache.Belady;
import dev.varve.cache.PfooBound;
import dev.varve.pull.PullTally;
import dev.varve.pull.PulledLayers;
import dev.varve.request.PullRequest;
import dev.varve.request.PullRequests;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Row;

/**
 * What a cache could hit that knows all requests: Belady's rule, which is a bound for layers of one
 * size alone, and PFOO-L, which is one for any. 4 bytes a pull are held, and 12 more while a bound
 * is computed.
 */
final class BoundRows {
  private BoundRows() {}

  /** Two rows of {@code pull_summary}, whose settings have these names as backends. */
  static Iterator<Row> of(
      PullRequests requests,
      PulledLayers layers,
      PullTables.SettingColumns belady,
      PullTables.SettingColumns offline)
      throws IOException {
    IntArrayList pulls = new IntArrayList();
    for (PullRequest one = requests.next(); one != null; one = requests.next()) {
      if (one.verb() == PullRequest.Verb.GET && one.layer() != PullRequest.NO_LAYER) {
        pulls.add(one.layer());
      }
    }
    int[] asked = pulls.toIntArray();
    long[] sizes = layers.restoredBytes();
    long capacity = belady.cacheBytes() == null ? 0 : belady.cacheBytes();
    BitSet hits = Belady.hits(asked, sizes, capacity);
    PfooBound bound = PfooBound.of(asked, sizes, capacity);
    long bytes = 0;
    long hitBytes = 0;
    for (int pull = 0; pull < asked.length; pull++) {
      bytes += sizes[asked[pull]];
      hitBytes += hits.get(pull) ? sizes[asked[pull]] : 0;
    }
    return List.of(
            row(belady, asked.length, hits.cardinality(), bytes, hitBytes),
            row(offline, asked.length, bound.hits(), bytes, bound.hitBytes()))
        .iterator();
  }

  private static Row row(
      PullTables.SettingColumns setting, long gets, long hits, long bytes, long hitBytes) {
    return PullTables.REPLAYED.row(
        new PullTables.SummaryRow(
            setting,
            null,
            null,
            new PullTally.Gets(gets, hits, 0, gets - hits, bytes, hitBytes),
            null,
            null,
            null));
  }
}
