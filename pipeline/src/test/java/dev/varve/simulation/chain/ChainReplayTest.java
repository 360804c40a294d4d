package dev.varve.simulation.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.Seed;
import dev.varve.simulation.access.Accesses;
import dev.varve.simulation.access.Pattern;
import dev.varve.simulation.chain.ReplaySetting.CacheScope;
import dev.varve.simulation.chain.ReplaySetting.Method;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replays against lists that are moved one look-up at a time, and against sums by hand. */
class ChainReplayTest {
  private static final long GIB = 1L << 30;

  /**
   * Chains whose tables cover 16 KiB in slices of 4 KiB entries and up: clusters of 512 bytes and 2
   * KiB, so that small disks have many slices.
   */
  private static Chain randomChain(Seed seed, int files, boolean mixed) {
    RandomGenerator random = seed.random();
    long bytes = 64 * 32768L;
    OwnerRuns.Builder runs = new OwnerRuns.Builder();
    List<BitSet> tables = new ArrayList<>();
    int[] clusters = new int[files];
    for (int file = 0; file < files; file++) {
      tables.add(new BitSet());
      clusters[file] = mixed && random.nextBoolean() ? 1024 : 512;
    }
    for (long at = 0; at < bytes; at += 1024) {
      int owner = random.nextInt(files + 1) - 1;
      boolean data = owner >= 0 && random.nextInt(5) > 0;
      runs.add(1024, owner, data ? OwnerRuns.StoredAs.DATA : OwnerRuns.StoredAs.NOTHING);
      if (owner >= 0) {
        tables.get(owner).set((int) (at / clusters[owner] / (clusters[owner] / 8)));
      }
    }
    tables.forEach(there -> there.clear(0, 20)); // tables that nobody needs to have
    List<ChainFile> all = new ArrayList<>();
    for (int file = 0; file < files; file++) {
      boolean raw = mixed && file == 0;
      all.add(
          raw
              ? new ChainFile(0, 0, 0, new BitSet())
              : ChainFile.of(bytes, clusters[file], tables.get(file)));
    }
    return new Chain(runs.build(), all);
  }

  private record Reads(long[] offsets, long bytes) {
    Accesses accesses() {
      return new Accesses() {
        private int at = -1;

        @Override
        public boolean next() {
          return ++at < offsets.length;
        }

        @Override
        public long offset() {
          return offsets[at];
        }

        @Override
        public long bytes() {
          return bytes;
        }
      };
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 40, FULL, PER_FILE, false", "2, 40, LAZY, PER_FILE, false", "3, 7, FULL, PER_FILE, true",
    "4, 7, LAZY, PER_FILE, true", "5, 40, FULL, SHARED, false", "6, 40, LAZY, SHARED, false",
    "7, 1, FULL, PER_FILE, false", "8, 2, LAZY, SHARED, false"
  })
  void cachesDoWhatListsDo(int number, int files, TableRule rule, CacheScope scope, boolean mixed)
      throws IOException {
    cachesDoWhatListsDo(number, files, rule, scope, mixed, 0, 1);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "1, 40, FULL, PER_FILE, false", "2, 40, LAZY, PER_FILE, false", "3, 7, FULL, PER_FILE, true",
    "4, 7, LAZY, PER_FILE, true", "5, 40, FULL, SHARED, false", "6, 40, LAZY, SHARED, false",
    "7, 1, FULL, PER_FILE, false", "8, 2, LAZY, SHARED, false"
  })
  void cachesDoWhatListsDoInFurtherWorlds(
      int number, int files, TableRule rule, CacheScope scope, boolean mixed) throws IOException {
    cachesDoWhatListsDo(number, files, rule, scope, mixed, 1, 6);
  }

  private static void cachesDoWhatListsDo(
      int number, int files, TableRule rule, CacheScope scope, boolean mixed, int from, int to)
      throws IOException {
    Seed seed = new Seed(21).at(number);
    RandomGenerator random = seed.at("reads").random();
    for (int world = from; world < to; world++) {
      Chain chain = randomChain(seed.at(world), files, mixed);
      long[] offsets = new long[3000];
      long at = 0;
      for (int read = 0; read < offsets.length; read++) {
        // Reads that wander, jump, and stay, so that slices come again soon, late and at once.
        at =
            switch (random.nextInt(4)) {
              case 0 -> random.nextLong(chain.virtualBytes() - 1024);
              case 1 -> at;
              default -> Math.min(chain.virtualBytes() - 1024, at + random.nextInt(3000));
            };
        offsets[read] = at;
      }
      LookUps lookUps = LookUps.of(chain, ReadSpace.DISK, new Reads(offsets, 700).accesses());
      for (long cache : new long[] {512, 1024, 4096, 20_000, 512 * 64, 1 << 20}) {
        for (int merged : files > 3 ? new int[] {0, files / 2} : new int[] {0}) {
          Chain left = chain.merged(merged);
          PlainChain plain = new PlainChain(left, rule, cache, scope == CacheScope.SHARED);
          for (long offset : offsets) {
            for (long place = offset; place < offset + 700; place += 512 - place % 512) {
              plain.read(place, left.owners().owner(left.owners().runAt(place)));
            }
          }
          ReplaySetting setting = new ReplaySetting(Method.CHAINED, rule, scope, cache, merged);
          for (int parts : new int[] {1, 3}) {
            ChainTally tally = tally(chain, lookUps, setting, parts);
            String label = setting + " in " + parts + " of world " + world;
            for (ChainTally.FileEvents file : tally.files()) {
              assertThat(file.hits()).as(label).isEqualTo(plain.hits[file.file()]);
              assertThat(file.misses()).as(label).isEqualTo(plain.misses[file.file()]);
              assertThat(file.residentBytes())
                  .as(label)
                  .isEqualTo(
                      plain.resident[file.file()] * left.files().get(file.file()).sliceBytes());
            }
          }
        }
      }
    }
  }

  private static ChainTally tally(Chain chain, LookUps lookUps, ReplaySetting setting, int parts) {
    List<CacheEvents> events = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      events.addAll(new ChainReplay(chain, lookUps).replay(setting, part, parts));
    }
    return ChainTally.of(
        chain.merged(setting.mergedFiles()),
        setting,
        ChainTally.Counts.of(lookUps).merged(setting.mergedFiles()),
        events);
  }

  /**
   * Three files over four clusters of 64 KiB, the base 0 owning clusters 0 and 1, file 1 cluster 2,
   * nobody cluster 3; read once each. Owners 0 and nobody take all three files, owner 1 two: 3 + 3
   * + 2 + 3 = 11 probes. Normal 3; unallocated 8. Each file has one slice: one miss, the rest hits;
   * the base meets 3 reads, the others 4: 11 - 3 = 8 hits. The slice is there three times.
   */
  @Test
  void fourReadsOfThreeFiles() throws IOException {
    Chain chain = small();
    LookUps lookUps =
        LookUps.of(chain, ReadSpace.DISK, new Reads(new long[] {0}, 4 << 16).accesses());
    ChainTally chained = tally(chain, lookUps, setting(Method.CHAINED, 0), 1);
    assertThat(chained.totals())
        .isEqualTo(new ChainTally.Totals(4, 1, 3, 0, 11, 12, 8, 3, 8, 3, 3 * 4096, 2 * 4096L));
    assertThat(chained.files())
        .containsExactly(
            new ChainTally.FileEvents(0, 3, 1, 2, 2, 1, 4096),
            new ChainTally.FileEvents(1, 4, 3, 1, 3, 1, 4096),
            new ChainTally.FileEvents(2, 4, 4, 0, 3, 1, 4096));
    // One look into the active file a read, and nothing is there; its cluster is read elsewhere.
    ChainTally direct = tally(chain, lookUps, setting(Method.DIRECT, 0), 1);
    assertThat(direct.totals())
        .isEqualTo(new ChainTally.Totals(4, 1, 3, 0, 4, 8, 4, 3, 3, 1, 4096, 0L));
    // File 1 in the base: two files; clusters 0 to 2 take two, cluster 3 too.
    ChainTally flat = tally(chain, lookUps, setting(Method.CHAINED, 1), 1);
    assertThat(flat.totals())
        .isEqualTo(new ChainTally.Totals(4, 1, 3, 0, 8, 4, 5, 3, 6, 2, 2 * 4096, 4096L));
    assertThat(chain.mergeBytes(1)).isEqualTo(1 << 16);
  }

  private static ReplaySetting setting(Method method, int merged) {
    return new ReplaySetting(method, TableRule.FULL, CacheScope.PER_FILE, 1 << 20, merged);
  }

  private static Chain small() {
    BitSet all = new BitSet();
    all.set(0);
    ChainFile file = ChainFile.of(4 << 16, 1 << 16, all);
    return new Chain(
        new OwnerRuns.Builder()
            .add(2 << 16, 0, OwnerRuns.StoredAs.DATA)
            .add(1 << 16, 1, OwnerRuns.StoredAs.DATA)
            .add(1 << 16, OwnerRuns.NOBODY, OwnerRuns.StoredAs.NOTHING)
            .build(),
        List.of(file, file, file));
  }

  /** Published: (F + 1) / 2 where every file owns equally much, F where the base owns all. */
  @ParameterizedTest
  @CsvSource({"1", "2", "51", "101", "501", "1001"})
  void probesAreThoseOfTheClosedForms(int files) throws IOException {
    int cluster = 1 << 16;
    long bytes = 3003L * 50 * cluster; // which 51, 501 and 1001 need not divide
    Chain even = GrowingChain.evenly(files * 100L * cluster, cluster, files, new Seed(1));
    Chain.Probes expected = even.expectedProbes(ReadSpace.DISK);
    assertThat(expected.mean()).isEqualTo((files + 1) / 2.0);
    // The variance of a uniform number of 1 to F.
    double variance = ((double) files * files - 1) / 12;
    assertThat(expected.deviation() * expected.deviation())
        .isCloseTo(variance, org.assertj.core.data.Offset.offset(1e-6 * (1 + variance)));
    int reads = 200_000;
    Pattern pattern = new Pattern("uniform", cluster, reads, 1, 0.1, 8);
    LookUps lookUps =
        LookUps.of(even, ReadSpace.DISK, pattern.reads(even.virtualBytes(), new Seed(2)));
    ChainTally tally = tally(even, lookUps, setting(Method.CHAINED, 0), 2);
    double error = 4 * Math.sqrt(variance / reads);
    assertThat((double) tally.totals().probes() / reads)
        .isBetween((files + 1) / 2.0 - error, (files + 1) / 2.0 + error);
    assertThat(tally(even, lookUps, setting(Method.DIRECT, 0), 2).totals().probes())
        .isEqualTo(reads);
    Chain base = GrowingChain.allInBase(bytes, cluster, files);
    assertThat(base.expectedProbes(ReadSpace.DISK)).isEqualTo(new Chain.Probes(files, 0));
    LookUps ofBase =
        LookUps.of(base, ReadSpace.DISK, pattern.reads(base.virtualBytes(), new Seed(2)));
    ChainTally.Totals worst = tally(base, ofBase, setting(Method.CHAINED, 0), 2).totals();
    assertThat(worst.probes()).isEqualTo((long) reads * files);
    // Linear in the chain, not exponential: each further file adds one event a read.
    assertThat(worst.unallocated()).isEqualTo((long) reads * (files - 1));
    assertThat(worst.normal()).isEqualTo(reads);
  }

  /** Published sizes of all L2 entries of a disk. */
  @ParameterizedTest
  @CsvSource({"32, 4194304", "50, 6553600", "100, 13107200", "150, 19660800"})
  void l2SizesAreThosePublished(long gib, long bytes) {
    assertThat(ChainFile.of(gib * GIB, 1 << 16, new BitSet()).l2Bytes(gib * GIB)).isEqualTo(bytes);
  }

  @Test
  void chainsGrowByWhatIsWritten() {
    GrowingChain growing = GrowingChain.synthetic(10 * GIB, 1 << 16, 0.4, 32, new Seed(3));
    Chain base = growing.chain();
    assertThat((double) base.owners().writtenBytes() / (10 * GIB)).isBetween(0.35, 0.45);
    for (int day = 0; day < 20; day++) {
      growing.grow(0.02, 16, new Seed(4));
    }
    Chain grown = growing.chain();
    assertThat(grown.files()).hasSize(21);
    assertThat(grown.owners().writtenBytes()).isEqualTo(base.owners().writtenBytes());
    long[] owned = new long[21];
    for (int run = 0; run < grown.owners().runs(); run++) {
      if (grown.owners().owner(run) >= 0) {
        owned[grown.owners().owner(run)] +=
            grown.owners().start(run + 1) - grown.owners().start(run);
      }
    }
    double used = base.owners().writtenBytes();
    // Of what the base had, (1 - 0.02)^20 is left, or about that, as runs overlap in one day.
    assertThat(owned[0] / used).isBetween(0.64, 0.70);
    assertThat(owned[20] / used).isBetween(0.0195, 0.02);
    assertThat(LongStream.of(owned).sum()).isEqualTo(grown.owners().writtenBytes());
  }

  /**
   * What is written ends 512 bytes into cluster 1 and goes on at cluster 8. Three reads of a
   * cluster's length touch cluster 0; 1 and 8; 8 and 9.
   */
  @Test
  void writtenPartsOfClustersAreTouchedOnceARead() throws IOException {
    OwnerRuns.Builder runs = new OwnerRuns.Builder();
    runs.add(65_536 + 512, 0, OwnerRuns.StoredAs.DATA);
    runs.add(7 * 65_536 - 512, OwnerRuns.NOBODY, OwnerRuns.StoredAs.NOTHING);
    runs.add(2 * 65_536, 1, OwnerRuns.StoredAs.DATA);
    runs.add(6 * 65_536, OwnerRuns.NOBODY, OwnerRuns.StoredAs.NOTHING);
    ChainFile file = ChainFile.of(1 << 20, 65_536, new BitSet());
    Chain chain = new Chain(runs.build(), List.of(file, file));
    Reads reads = new Reads(new long[] {0, 65_536, 2 * 65_536}, 65_536);
    LookUps lookUps = LookUps.of(chain, ReadSpace.WRITTEN, reads.accesses());
    assertThat(lookUps.size()).isEqualTo(5);
    assertThat(lookUps.owned(0)).isEqualTo(2);
    assertThat(lookUps.owned(1)).isEqualTo(3);
  }
}
