package dev.varve.codec;

/** Which decoder inflates gzip. */
public enum InflateEngine {
  /** ISA-L, through JNA. */
  NATIVE("ISA-L"),
  /** The JDK's own. */
  JDK("JDK");

  private final String label;

  InflateEngine(String label) {
    this.label = label;
  }

  /** The native one where it loads, else the JDK's. */
  public static InflateEngine fastest() {
    return IsalInflation.isAvailable() ? NATIVE : JDK;
  }

  /** What people call it. */
  public String label() {
    return label;
  }

  Inflation open() {
    // Chosen on one machine, opened on another, where the library may not load.
    return this == NATIVE && IsalInflation.isAvailable()
        ? IsalInflation.open()
        : new JdkInflation();
  }
}
