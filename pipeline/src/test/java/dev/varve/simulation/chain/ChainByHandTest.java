package dev.varve.simulation.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.varve.model.Seed;
import dev.varve.simulation.access.Accesses;
import dev.varve.simulation.chain.OwnerRuns.StoredAs;
import java.io.IOException;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Runs, chains and look-ups worked out by hand. */
class ChainByHandTest {
  private static final int NOBODY = OwnerRuns.NOBODY;
  private static final long TIB = 1L << 40;

  /** Ten bytes of the base, five of nobody, five zeros of file 2, twenty of file 2. */
  private static OwnerRuns runs() {
    return new OwnerRuns.Builder()
        .add(4, 0, StoredAs.DATA)
        .add(6, 0, StoredAs.DATA)
        .add(5, NOBODY, StoredAs.NOTHING)
        .add(5, 2, StoredAs.NOTHING)
        .add(20, 2, StoredAs.DATA)
        .build();
  }

  @Test
  void equalNeighboursAreOneRun() {
    OwnerRuns runs = runs();
    assertThat(runs.runs()).isEqualTo(4);
    assertThat(IntStream.rangeClosed(0, 4).mapToLong(runs::start))
        .containsExactly(0L, 10L, 15L, 20L, 40L);
    assertThat(IntStream.range(0, 4).map(runs::owner)).containsExactly(0, NOBODY, 2, 2);
    assertThat(List.of(runs.isStored(0), runs.isStored(1), runs.isStored(2), runs.isStored(3)))
        .containsExactly(true, false, false, true);
    assertThat(runs.virtualBytes()).isEqualTo(40);
    assertThat(runs.writtenBytes()).isEqualTo(35);
    assertThat(IntStream.of(0, 9, 10, 14, 15, 20, 39).map(at -> runs.runAt(at)))
        .containsExactly(0, 0, 1, 1, 2, 3, 3);
    assertThat(IntStream.of(0, 9, 10, 14, 15, 34).mapToLong(runs::offsetOfWritten))
        .containsExactly(0L, 9L, 15L, 19L, 20L, 39L);
  }

  @Test
  void moreThanSixteenRunsAreKept() {
    OwnerRuns.Builder builder = new OwnerRuns.Builder();
    for (int run = 0; run < 100; run++) {
      builder.add(3, run % 2 == 0 ? NOBODY : run, run % 4 == 1 ? StoredAs.DATA : StoredAs.NOTHING);
    }
    OwnerRuns runs = builder.build();
    assertThat(runs.runs()).isEqualTo(100);
    for (int run = 0; run < 100; run++) {
      assertThat(runs.start(run)).isEqualTo(3L * run);
      assertThat(runs.owner(run)).isEqualTo(run % 2 == 0 ? NOBODY : run);
      assertThat(runs.isStored(run)).isEqualTo(run % 4 == 1);
    }
    assertThat(runs.offsetOfWritten(0)).isEqualTo(3);
    assertThat(runs.offsetOfWritten(149)).isEqualTo(299);
  }

  @Test
  void aMergeGivesTheBaseWhatTheFilesOverItOwn() {
    OwnerRuns one = runs().merged(1);
    assertThat(IntStream.range(0, one.runs()).map(one::owner)).containsExactly(0, NOBODY, 1, 1);
    OwnerRuns two = runs().merged(2);
    assertThat(IntStream.range(0, two.runs()).map(two::owner)).containsExactly(0, NOBODY, 0, 0);
    Chain chain = chain(file(64, 0), file(64, 1), file(64, 2));
    assertThat(chain.mergeBytes(1)).isZero();
    assertThat(chain.mergeBytes(2)).isEqualTo(20);
    Chain merged = chain.merged(1);
    assertThat(merged.files()).extracting(ChainFile::tables).containsExactly(bits(0, 1), bits(2));
    assertThat(chain.merged(0)).isSameAs(chain);
    // Of other clusters the tables of the base are taken to be all that its L1 table may name.
    Chain mixed = chain(new ChainFile(64, 8, 24, bits(1)), file(128, 0));
    assertThat(mixed.merged(1).files().get(0).tables()).isEqualTo(bits(0, 1, 2));
    assertThat(chain.files().get(0).tables()).isEqualTo(bits(0));
  }

  /**
   * A chain of three files: the base's ten bytes take 3, nobody's five 3, the active file's 25 take
   * 1.
   */
  @Test
  void probesAreWeightedByBytes() {
    Chain chain = chain(file(64), file(64), file(64));
    Chain.Probes disk = chain.expectedProbes(ReadSpace.DISK);
    assertThat(disk.mean()).isEqualTo((10 * 3 + 5 * 3 + 25) / 40.0);
    double squares = (10 * 9 + 5 * 9 + 25) / 40.0;
    assertThat(disk.deviation()).isCloseTo(Math.sqrt(squares - 1.75 * 1.75), within(1e-12));
    Chain.Probes written = chain.expectedProbes(ReadSpace.WRITTEN);
    assertThat(written.mean()).isEqualTo((10 * 3 + 25) / 35.0);
    Chain nothing = new Chain(new OwnerRuns.Builder().build(), List.of(file(64)));
    assertThat(nothing.expectedProbes(ReadSpace.DISK)).isEqualTo(new Chain.Probes(0, 0));
  }

  @Test
  void aChainHasOneTo32767Files() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Chain(runs(), List.of()))
        .withMessage("a chain of 0 files");
    ChainFile file = file(64);
    assertThat(new Chain(runs(), Collections.nCopies(32_767, file)).active()).isSameAs(file);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Chain(runs(), Collections.nCopies(32_768, file)));
  }

  /**
   * docs/qcow2-cache.txt of QEMU: with clusters of 64 KiB a table of 8192 entries covers 512 MiB,
   * and 128 MiB of entries a disk of 1 TiB; a slice of 4 KiB covers 32 MiB.
   */
  @Test
  void tablesCoverWhatQemuSays() {
    ChainFile file = ChainFile.of(TIB, 1 << 16, bits());
    assertThat(file.tableSpanBytes()).isEqualTo(512 << 20);
    assertThat(file.sliceSpanBytes()).isEqualTo(32 << 20);
    assertThat(file.l2Bytes(TIB)).isEqualTo(128 << 20);
    assertThat(file.l2Bytes(TIB + 1)).isEqualTo((128 << 20) + 8);
    assertThat(file.l1Bytes()).isEqualTo(2048 * 8);
    assertThat(ChainFile.of(TIB + 1, 1 << 16, bits()).l1Bytes()).isEqualTo(2049 * 8);
    assertThat(file.sliceBytes()).isEqualTo(4096);
    assertThat(file(512).sliceBytes()).isEqualTo(512);
    ChainFile raw = new ChainFile(0, 0, 0, bits());
    assertThat(raw.hasTables()).isFalse();
    assertThat(raw.l2Bytes(TIB)).isZero();
    assertThat(chain(file(512), raw, file(512)).isUniform()).isTrue();
    assertThat(chain(file(512), file(1024)).isUniform()).isFalse();
    assertThat(chain(raw).sliceSpanBytes()).isEqualTo(40);
    assertThat(chain(file(512), file(1024)).sliceSpanBytes()).isEqualTo(512 / 8 * 512);
  }

  /** Clusters of 512 bytes: a read of 2 bytes over a border touches two, one outside none. */
  @Test
  void readsLookUpEachClusterAndWhatLiesOutsideIsCounted() throws IOException {
    OwnerRuns runs =
        new OwnerRuns.Builder()
            .add(512, 0, StoredAs.DATA)
            .add(512, 1, StoredAs.NOTHING)
            .add(512, NOBODY, StoredAs.NOTHING)
            .build();
    Chain chain = new Chain(runs, List.of(file(512), file(512)));
    long[][] reads = {{511, 2}, {0, 1}, {1535, 2}, {1536, 1}, {5000, 9}, {700, 0}, {0, 1536}};
    LookUps lookUps = LookUps.of(chain, ReadSpace.DISK, accesses(reads));
    assertThat(lookUps.size()).isEqualTo(2 + 1 + 1 + 3);
    assertThat(lookUps.outside()).isEqualTo(3);
    assertThat(lookUps.owned(0)).isEqualTo(3);
    assertThat(lookUps.owned(1)).isEqualTo(2);
    assertThat(lookUps.owned(NOBODY)).isEqualTo(2);
    assertThat(lookUps.stored()).isEqualTo(3);
    LookUps merged = lookUps.merged(1);
    assertThat(merged.files()).isEqualTo(1);
    assertThat(merged.owned(0)).isEqualTo(5);
    assertThat(merged.owned(NOBODY)).isEqualTo(2);
    assertThat(merged.outside()).isEqualTo(3);
    assertThat(merged.stored()).isEqualTo(3);
    assertThat(merged.size()).isEqualTo(7);
  }

  /**
   * A cluster of 16 KiB has 32 subclusters of 512 bytes, and entries of 16 bytes: 256 in a slice.
   * The first subcluster is in file 1, the others are in the base: one look-up for each read.
   */
  @Test
  void aClusterOfSubclustersIsLookedUpOnceByTheFirstByteRead() throws IOException {
    OwnerRuns runs =
        new OwnerRuns.Builder()
            .add(512, 1, StoredAs.DATA)
            .add(16384 - 512, 0, StoredAs.DATA)
            .build();
    ChainFile extended = new ChainFile(16384, 16, 8, bits(0));
    assertThat(extended.sliceSpanBytes()).isEqualTo(256L * 16384);
    Chain chain = new Chain(runs, List.of(extended, extended));
    long[][] reads = {{0, 16384}, {511, 2}, {512, 100}};
    LookUps lookUps = LookUps.of(chain, ReadSpace.DISK, accesses(reads));
    assertThat(lookUps.size()).isEqualTo(3);
    assertThat(lookUps.owned(1)).as("two begin in file 1").isEqualTo(2);
    assertThat(lookUps.owned(0)).isEqualTo(1);
  }

  @Test
  void aSyntheticDiskIsUsedAsAsked() {
    Chain full = GrowingChain.synthetic(1000, 64, 1, 8, new Seed(1)).chain();
    assertThat(full.owners().writtenBytes()).isEqualTo(1000);
    assertThat(full.virtualBytes()).isEqualTo(1000);
    GrowingChain half = GrowingChain.synthetic(64L << 20, 512, 0.25, 8, new Seed(1));
    assertThat(half.chain().owners().writtenBytes() / (double) (64 << 20)).isBetween(0.23, 0.28);
    assertThat(half.snapshots()).isZero();
    half.grow(0, 8, new Seed(2));
    assertThat(half.snapshots()).isEqualTo(1);
    assertThat(half.chain().active().tables()).isEqualTo(bits());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GrowingChain.synthetic(512L * ((1 << 30) + 1), 512, 1, 8, new Seed(1)))
        .withMessageEndingWith("more than 1073741824 clusters");
  }

  /** A chain in one file: what any file owns, to whole clusters, is the base's. */
  @Test
  void aRealDiskIsTakenAsOneFile() {
    Chain one = GrowingChain.from(chain(file(64), file(64), file(64)), 8).chain();
    assertThat(one.files()).hasSize(1);
    assertThat(one.virtualBytes()).isEqualTo(40);
    // bytes 0 to 10 and 15 to 40: clusters 0, 1 (to 16), 1 to 4
    assertThat(one.owners().writtenBytes()).isEqualTo(40);
    assertThat(one.active().tables()).isEqualTo(bits(0, 1, 2, 3, 4));
    // ten bytes reach into the second cluster of eight, which nobody owns the rest of
    OwnerRuns.Builder begun = new OwnerRuns.Builder().add(10, 0, StoredAs.DATA);
    OwnerRuns runs = begun.add(30, NOBODY, StoredAs.NOTHING).build();
    Chain used = GrowingChain.from(new Chain(runs, List.of(file(4))), 8).chain();
    assertThat(used.owners().writtenBytes()).isEqualTo(16);
  }

  private static Accesses accesses(long[][] reads) {
    return new Accesses() {
      private int at = -1;

      @Override
      public boolean next() {
        return ++at < reads.length;
      }

      @Override
      public long offset() {
        return reads[at][0];
      }

      @Override
      public long bytes() {
        return reads[at][1];
      }
    };
  }

  private static Chain chain(ChainFile... files) {
    return new Chain(runs(), List.of(files));
  }

  private static ChainFile file(int clusterBytes, int... tables) {
    return new ChainFile(clusterBytes, 8, 24, bits(tables));
  }

  private static BitSet bits(int... tables) {
    BitSet bits = new BitSet();
    IntStream.of(tables).forEach(bits::set);
    return bits;
  }
}
