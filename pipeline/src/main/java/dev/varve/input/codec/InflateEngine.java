package dev.varve.input.codec;

/**
 * Decoder that inflates gzip. Both decoders give the same bytes, and refuse the same streams with
 * one exception. ISA-L accepts incomplete sets of Huffman codes as long as no unassigned code
 * occurs in the data. No encoder writes such sets, and zlib refuses them.
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
