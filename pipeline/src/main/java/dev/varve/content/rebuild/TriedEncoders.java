package dev.varve.content.rebuild;

import java.io.Serializable;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The encoders tried on a blob.
 *
 * @param zlibLevels of 1 to 9
 * @param zstdLevels of 1 to 22; levels above 19 take hundreds of MiB, and are tried only where a
 *     frame's window is as large as theirs
 * @param commands programs that are tried, in order, where the JVM's encoders fail
 */
public record TriedEncoders(
    Set<Integer> zlibLevels, Set<Integer> zstdLevels, List<CommandEncoder> commands)
    implements Serializable {
  private static final int MOST_ZLIB = 9;
  private static final int MOST_ZSTD = 22;

  public TriedEncoders {
    zlibLevels = Set.copyOf(zlibLevels);
    zstdLevels = Set.copyOf(zstdLevels);
    commands = List.copyOf(commands);
  }

  /** All levels, and these programs. */
  public static TriedEncoders all(List<CommandEncoder> commands) {
    return new TriedEncoders(range(MOST_ZLIB), range(MOST_ZSTD), commands);
  }

  private static Set<Integer> range(int last) {
    return IntStream.rangeClosed(1, last).boxed().collect(Collectors.toSet());
  }
}
