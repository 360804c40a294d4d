package dev.varve.jobs.simulate.pull;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.io.Serializable;
import java.util.Map;

/**
 * Layers by their stored size.
 *
 * @param name as in the settings
 * @param fromBytes smallest
 * @param toBytes largest
 */
record LayerRange(String name, long fromBytes, long toBytes) implements Serializable {
  static final LayerRange ANY = new LayerRange("any", 0, Long.MAX_VALUE);

  /**
   * Reads {@code any} or two sizes such as {@code 1MB-9MB}.
   *
   * @throws IllegalArgumentException that says what is wrong
   */
  static LayerRange parse(String name) {
    if (name.equals(ANY.name)) {
      return ANY;
    }
    String[] ends = name.split("-", -1);
    if (ends.length != 2) {
      throw new IllegalArgumentException("write any, or two sizes such as 1MB-9MB");
    }
    long from = bytes(ends[0]);
    long to = bytes(ends[1]);
    if (from > to) {
      throw new IllegalArgumentException("the first size is larger than the second");
    }
    return new LayerRange(name, from, to);
  }

  boolean contains(long bytes) {
    return bytes >= fromBytes && bytes <= toBytes;
  }

  private static long bytes(String size) {
    try {
      return ConfigFactory.parseMap(Map.of("size", size.strip())).getBytes("size");
    } catch (ConfigException e) {
      throw new IllegalArgumentException(size + " is no size", e);
    }
  }
}
