package dev.varve.simulation.chain;

import java.util.ArrayList;
import java.util.List;

/**
 * Replays the look-ups of one workload on one chain by several settings. The files of a long chain
 * may be shared out among tasks: the parts of a replay add up, whatever their number.
 */
public final class ChainReplay {
  private final Chain chain;
  private final LookUps lookUps;

  /** Replays these look-ups, which were made on the chain. */
  public ChainReplay(Chain chain, LookUps lookUps) {
    this.chain = chain;
    this.lookUps = lookUps;
  }

  /**
   * The events of a part of the files; of none, where the part has no files.
   *
   * @param part from 0
   * @param parts of about equal work; what is one fold has its first part alone
   */
  public List<CacheEvents> replay(ReplaySetting setting, int part, int parts) {
    Chain merged = chain.merged(setting.mergedFiles());
    LookUps all = setting.mergedFiles() == 0 ? lookUps : lookUps.merged(setting.mergedFiles());
    int top = merged.files().size() - 1;
    if (setting.method() == ReplaySetting.Method.DIRECT) {
      // The active file knows every owner, so its tables are full, and it alone is looked into.
      SliceLayout layout = new SliceLayout(merged, TableRule.FULL, all.sliceSpanBytes());
      return part > 0
          ? List.of()
          : List.of(PerFileCaches.replay(all, merged, layout, setting.cacheBytes(), top, top));
    }
    SliceLayout layout = new SliceLayout(merged, setting.tables(), all.sliceSpanBytes());
    if (setting.scope() == ReplaySetting.CacheScope.SHARED) {
      return part > 0
          ? List.of()
          : List.of(new SharedCache(merged, layout, setting.cacheBytes()).replay(all));
    }
    int[] ends = ends(all, parts);
    int low = part == 0 ? 0 : ends[part - 1];
    List<CacheEvents> events = new ArrayList<>();
    if (low < ends[part]) {
      events.add(
          PerFileCaches.replay(all, merged, layout, setting.cacheBytes(), low, ends[part] - 1));
    }
    return events;
  }

  /** The file behind the last of each part: parts meet about as many look-ups. */
  private static int[] ends(LookUps lookUps, int parts) {
    long[] before = new long[lookUps.files() + 1];
    long met = lookUps.owned(OwnerRuns.NOBODY);
    for (int file = 0; file < lookUps.files(); file++) {
      met += lookUps.owned(file);
      before[file + 1] = before[file] + met;
    }
    int[] ends = new int[parts];
    int file = 0;
    for (int part = 0; part < parts; part++) {
      double wanted = (double) before[lookUps.files()] * (part + 1) / parts;
      while (file < lookUps.files() && (part + 1 == parts || before[file + 1] <= wanted)) {
        file++;
      }
      ends[part] = file;
    }
    return ends;
  }
}
