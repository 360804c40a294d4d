package dev.varve.input.codec;

/**
 * Decoder that inflates gzip. Both give the same bytes, and refuse the same streams but one kind.
 * Sets of Huffman codes that leave some codes unused, which no encoder writes and zlib refuses, are
 * taken by ISA-L as long as unused codes do not occur.
 */
public enum InflateEngine {
  /** ISA-L, through JNA. */
  NATIVE("ISA-L"),
  /** The JDK's own. */
  JDK("JDK");

  private final String label;

  InflateEngine(String label) {
    this.label = label;
  }

  /** ISA-L where the native library loads, else the JDK's decoder. */
  public static InflateEngine fastest() {
    return IsalInflation.isAvailable() ? NATIVE : JDK;
  }

  /** The name in messages. */
  public String label() {
    return label;
  }

  Inflation open() {
    // The engine may be chosen on one machine and used on another, where the library may not load.
    return this == NATIVE && IsalInflation.isAvailable()
        ? IsalInflation.open()
        : new JdkInflation();
  }
}
