package dev.varve.simulation.access;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parser of the lines of one trace format. */
interface TraceLines {
  /** Bytes of a sector, the unit of blkparse. */
  int SECTOR_BYTES = 512;

  /** A read that a line describes. */
  record Read(long offset, long bytes) {}

  /** The parser for the format that the first line of a file shows. */
  static TraceLines of(String first) {
    return first.startsWith("fio version") ? new Fio() : new Blkparse();
  }

  /**
   * The read that a line describes; null for a line of another event.
   *
   * @param number from 1
   * @throws IllegalArgumentException when the line does not follow the format
   */
  @Nullable Read read(long number, String line);

  /** Whether the trace has ended, so that all further lines are a summary. */
  default boolean isAtEnd() {
    return false;
  }

  private static long number(String what, String word) {
    long value;
    try {
      value = Long.parseLong(word);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("the " + what + " is " + word, e);
    }
    if (value < 0) {
      throw new IllegalArgumentException("the " + what + " is " + word);
    }
    return value;
  }

  /** {@code [timestamp] file action [offset length]}; timestamps since version 3. */
  final class Fio implements TraceLines {
    private static final Set<String> OF_FILES = Set.of("add", "open", "close");
    private static final Set<String> OF_RANGES =
        Set.of("read", "write", "sync", "datasync", "trim", "wait");
    private int timestamps;

    @Override
    public @Nullable Read read(long number, String line) {
      if (number == 1) {
        timestamps = timestamps(line);
        return null;
      }
      if (line.isEmpty()) {
        return null;
      }
      String[] words = line.split("\\s+");
      int actionAt = timestamps + 1;
      if (timestamps == 1) {
        number("time", words[0]);
      }
      if (words.length == actionAt + 1 && OF_FILES.contains(words[actionAt])) {
        return null;
      }
      if (words.length != actionAt + 3 || !OF_RANGES.contains(words[actionAt])) {
        throw new IllegalArgumentException(
            "no line of a fio log with "
                + (timestamps == 1 ? "time, file, action" : "file, action")
                + ", offset, length: "
                + line);
      }
      if (!words[actionAt].equals("read")) {
        return null;
      }
      return new Read(number("offset", words[actionAt + 1]), number("length", words[actionAt + 2]));
    }

    private static int timestamps(String line) {
      return switch (line) {
        case "fio version 2 iolog" -> 0;
        case "fio version 3 iolog" -> 1;
        default -> throw new IllegalArgumentException(line + "; versions 2 and 3 are read");
      };
    }
  }

  /**
   * {@code 8,0 1 7 0.000012 697 Q R 223490 + 8 [name]}: requests that were queued (action Q), in
   * sectors. Other events of the same request are ignored; a summary follows the last event.
   */
  final class Blkparse implements TraceLines {
    private static final int ACTION = 5;
    private boolean ended;

    @Override
    public boolean isAtEnd() {
      return ended;
    }

    @Override
    public @Nullable Read read(long number, String line) {
      if (line.isEmpty()) {
        return null;
      }
      String[] words = line.split("\\s+");
      if (words[0].startsWith("CPU") || words[0].equals("Total")) {
        ended = true;
        return null;
      }
      if (words.length <= ACTION || !words[0].matches("\\d+,\\d+")) {
        throw new IllegalArgumentException("no line of a fio log or of blkparse: " + line);
      }
      if (!words[ACTION].equals("Q")) {
        return null;
      }
      if (words.length <= ACTION + 1 || !words[ACTION + 1].contains("R")) {
        return null;
      }
      if (words.length < ACTION + 5 || !words[ACTION + 3].equals("+")) {
        throw new IllegalArgumentException("a read without sector + sectors: " + line);
      }
      return new Read(
          bytes("sector", words[ACTION + 2]), bytes("count of sectors", words[ACTION + 4]));
    }

    private static long bytes(String what, String word) {
      long sectors = number(what, word);
      if (sectors > Long.MAX_VALUE / SECTOR_BYTES) {
        throw new IllegalArgumentException("the " + what + " is " + word);
      }
      return sectors * SECTOR_BYTES;
    }
  }
}
