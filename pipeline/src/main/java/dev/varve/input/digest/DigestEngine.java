package dev.varve.input.digest;

import java.security.MessageDigest;

/**
 * The implementation of SHA-256. All give the same digests; other algorithms are always the JDK's.
 */
public enum DigestEngine {
  /**
   * Our own C code, using the processor's SHA instructions: two digests of the same bytes take
   * hardly longer than one.
   */
  NATIVE("native code"),
  /** The JDK's. */
  JDK("the JDK");

  private static final String SHA256 = "sha256";

  private final String label;

  DigestEngine(String label) {
    this.label = label;
  }

  /** Native code where it loads and the processor has the instructions, else the JDK's. */
  public static DigestEngine fastest() {
    return NativeSha256.isAvailable() ? NATIVE : JDK;
  }

  /** The name in messages. */
  public String label() {
    return label;
  }

  /** A fresh digest, of those that {@link Digests#named} knows. */
  public MessageDigest named(String name) {
    // The engine may be chosen on one machine and used on another, where the library may not load.
    return this == NATIVE && name.equals(SHA256) && NativeSha256.isAvailable()
        ? NativeSha256.open()
        : Digests.named(name);
  }
}
