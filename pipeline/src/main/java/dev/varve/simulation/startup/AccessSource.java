package dev.varve.simulation.startup;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The accesses that a file lists, in its order. */
public interface AccessSource extends Closeable {
  /**
   * A line that describes an access, or of none that can be used.
   *
   * @param line its number, from 1
   * @param access null when the line is faulty
   * @param fault what is wrong with it; null when nothing is
   */
  record Line(long line, @Nullable Access access, @Nullable String fault) {
    static Line of(long line, Access access) {
      return new Line(line, access, null);
    }

    static Line faulty(long line, String fault) {
      return new Line(line, null, fault);
    }
  }

  /** The next access or fault, or null at the end. */
  @Nullable Line next() throws IOException;
}
