package dev.varve.benchmarks.population;

import dev.varve.model.Fingerprint;
import dev.varve.model.Seed;
import dev.varve.model.Segment;
import dev.varve.model.SegmentRecipe;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The chunks of one segment that is not all zero: of 2 to 7 KiB, by their place. */
record SegmentContents(DiskPopulation disks, long vm, int snapshot, int position) {
  private static final int[] SIZES = {2048, 3072, 4096, 7168};
  private static final int[] ENDS = new int[DiskPopulation.CHUNKS];

  /** Segments of a disk over which a system lies; larger disks have it again. */
  private static final int SYSTEM = 30;

  private static final long ZERO_SALT = 0x7a65726fL;

  static {
    int end = 0;
    for (int chunk = 0; chunk < ENDS.length; chunk++) {
      end += SIZES[chunk % SIZES.length];
      ENDS[chunk] = end;
    }
  }

  Segment segment() {
    Seed here = disks.seed.at(vm).at(position);
    Seed system = disks.seed.at("system").at(DiskPopulation.system(vm)).at(position % SYSTEM);
    ByteBuffer digests = ByteBuffer.allocate(ENDS.length * Digest.BYTES);
    boolean[] zeros = new boolean[ENDS.length];
    int[] days = changes();
    int zeroBytes = 0;
    int smallest = -1;
    for (int chunk = 0; chunk < ENDS.length; chunk++) {
      zeros[chunk] = (here.at(chunk).value() & 31) == 0;
      int size = chunk % SIZES.length;
      Digest.put(digests, zeros[chunk] ? ZERO_SALT + size : content(here, system, days, chunk));
      if (zeros[chunk]) {
        zeroBytes += SIZES[size];
      } else if (smallest < 0 || compare(digests.array(), chunk, smallest) < 0) {
        smallest = chunk;
      }
    }
    SegmentRecipe recipe = new SegmentRecipe(ENDS, digests.array(), zeros);
    return new Segment(
        position,
        Segment.BYTES,
        Fingerprint.of(sha256(digests.array())),
        smallest < 0 ? null : recipe.fingerprint(smallest),
        zeroBytes,
        recipe);
  }

  /** The snapshots up to this one in which it changed, the last first. */
  private int[] changes() {
    return IntStream.iterate(snapshot, day -> day > 0, day -> day - 1)
        .filter(day -> disks.isDirty(vm, day, position))
        .toArray();
  }

  /** That of the last change of its place, or what was there at first; the lowest bits its size. */
  private long content(Seed here, Seed system, int[] days, int chunk) {
    int size = chunk % SIZES.length;
    for (int day : days) {
      Seed change = here.at(chunk).at(day);
      if (DiskPopulation.isChanged(change)) {
        return drawn(change.at("content"), size);
      }
    }
    return position % 3 == 0
        ? system.at(chunk).value() / SIZES.length * SIZES.length + size
        : drawn(here.at(chunk).at("content"), size);
  }

  private long drawn(Seed drawn, int size) {
    return disks.content(drawn) / SIZES.length * SIZES.length + size;
  }

  private static int compare(byte[] digests, int chunk, int other) {
    return Arrays.compareUnsigned(
        digests,
        chunk * Digest.BYTES,
        (chunk + 1) * Digest.BYTES,
        digests,
        other * Digest.BYTES,
        (other + 1) * Digest.BYTES);
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK lacks SHA-256", e);
    }
  }
}
