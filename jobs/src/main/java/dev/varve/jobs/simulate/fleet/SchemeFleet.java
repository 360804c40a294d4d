package dev.varve.jobs.simulate.fleet;

import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.simulation.availability.Fleet;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The blocks of one scheme and their owners, split by owner into parts that each fit into a task.
 * The parts are intermediate files of the run.
 *
 * @param source counted or synthetic
 * @param parts the files, by number; a part's owners follow those of the part before it
 * @param blocks how many, and their bytes
 * @param privateBlocks private blocks that each owner touches
 * @param popularBlocks popular blocks that each owner touches
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SchemeFleet(
    String source,
    String scheme,
    String[] parts,
    SchemeBlocks blocks,
    int[] privateBlocks,
    int[] popularBlocks) {

  /**
   * Stores the parts of a scheme.
   *
   * @param view its rows are {@link PackedPart}s, all parts of the scheme among them
   */
  static SchemeFleet stored(
      Run run, String view, String source, String scheme, SchemeBlocks blocks, int parts)
      throws IOException {
    String[] files = new String[parts];
    int[][] privateBlocks = new int[parts][];
    int[][] popularBlocks = new int[parts][];
    run.engine()
        .each(
            Query.of("SELECT * FROM %s WHERE scheme = :scheme".formatted(view))
                .with("scheme", scheme),
            PackedPart.class,
            part -> {
              String file =
                  Locations.in(
                      run.publication().folder(), "fleet-%s-%d".formatted(scheme, part.part()));
              write(part, file, run.store());
              files[part.part()] = file;
              privateBlocks[part.part()] = part.privateBlocks();
              popularBlocks[part.part()] = part.popularBlocks();
            });
    return new SchemeFleet(
        source, scheme, files, blocks, concatenated(privateBlocks), concatenated(popularBlocks));
  }

  private static void write(PackedPart part, String file, Store store) {
    try (OutputStream output = store.create(file, 0)) {
      output.write(part.fleet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a part. */
  public static Fleet part(String file, Store store) throws IOException {
    try (ObjectInputStream objects = new ObjectInputStream(store.open(file))) {
      return (Fleet) objects.readObject();
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
  }

  private static int[] concatenated(int[][] counts) {
    return Stream.of(counts).flatMapToInt(Arrays::stream).toArray();
  }

  public int owners() {
    return privateBlocks.length;
  }

  /** Pairs of a block and an owner: a block that several owners touch counts several times. */
  public long edges() {
    return sum(privateBlocks) + sum(popularBlocks);
  }

  public double meanPrivateBlocks() {
    return (double) sum(privateBlocks) / owners();
  }

  public double meanPopularBlocks() {
    return (double) sum(popularBlocks) / owners();
  }

  private static long sum(int[] counts) {
    return IntStream.of(counts).asLongStream().sum();
  }

  /** The first owner of a part; of {@code parts}, one past the last owner. */
  static int firstOwner(int part, int parts, int owners) {
    return (int) (((long) part * owners + parts - 1) / parts);
  }
}
