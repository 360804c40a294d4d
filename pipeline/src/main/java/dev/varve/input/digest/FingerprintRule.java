package dev.varve.input.digest;

import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The identifier of the content of a file or chunk: its digest, or with a secret key the
 * HMAC-SHA-256 (RFC 2104) of its digest, cut to the digest's length. Equal content has equal
 * fingerprints under one key; without the key nobody can tell whether a fingerprint is that of a
 * file they know.
 */
public final class FingerprintRule implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final String MAC = "HmacSHA256";
  private static final int LEAST_KEY_BYTES = 16;
  private static final int MOST_KEY_BYTES = 4096;

  /** Bytes of the tag that identifies the key in {@link #name}, printed as 8 hexadecimal digits. */
  private static final int KEY_TAG_BYTES = 4;

  private final String algorithm;
  private final byte[] key;

  private FingerprintRule(String algorithm, byte[] key) {
    this.algorithm = algorithm;
    this.key = key;
  }

  /**
   * Fingerprints that are plain digests.
   *
   * @param algorithm one that {@link Digests#named} knows
   */
  public static FingerprintRule plain(String algorithm) {
    return new FingerprintRule(algorithm, new byte[0]);
  }

  /**
   * Fingerprints under the key in a file, all of its bytes; plain ones when no file is named.
   *
   * @throws IllegalArgumentException when the file cannot be read, or is no key
   */
  public static FingerprintRule of(String algorithm, String keyFile) {
    if (keyFile.isBlank()) {
      return plain(algorithm);
    }
    byte[] key;
    try {
      Path file = Path.of(keyFile);
      if (!Files.isRegularFile(file) || Files.size(file) > MOST_KEY_BYTES) {
        throw new IllegalArgumentException(
            "there is no file of at most " + MOST_KEY_BYTES + " bytes");
      }
      key = Files.readAllBytes(file);
    } catch (IOException e) {
      throw new IllegalArgumentException("it cannot be read", e);
    }
    if (key.length < LEAST_KEY_BYTES) {
      throw new IllegalArgumentException(
          "a key has at least "
              + LEAST_KEY_BYTES
              + " bytes, such as head -c 32 /dev/urandom gives");
    }
    return new FingerprintRule(algorithm, key);
  }

  /** Whether there is a key. */
  public boolean isKeyed() {
    return key.length > 0;
  }

  /**
   * The digest's name. With a key, a few digits follow that identify the key without revealing it.
   * Each warehouse stores this name, by which its rule is recognized.
   */
  public String name() {
    if (!isKeyed()) {
      return algorithm;
    }
    byte[] tag = mac().doFinal("name of the key".getBytes(StandardCharsets.UTF_8));
    return algorithm + "-keyed-" + HexFormat.of().formatHex(tag, 0, KEY_TAG_BYTES);
  }

  /** A digest whose value is the fingerprint. */
  public MessageDigest digest() {
    return digest(DigestEngine.JDK);
  }

  /** A new message digest of an engine. */
  public MessageDigest digest(DigestEngine engine) {
    MessageDigest plain = engine.named(algorithm);
    return isKeyed() ? new KeyedDigest(plain, mac()) : plain;
  }

  @Override
  public String toString() {
    return name();
  }

  private Mac mac() {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(new SecretKeySpec(key, MAC));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every JDK has HMAC-SHA-256
    }
  }

  private static final class KeyedDigest extends MessageDigest {
    private final MessageDigest plain;
    private final Mac mac;

    KeyedDigest(MessageDigest plain, Mac mac) {
      super(plain.getAlgorithm() + " keyed");
      this.plain = plain;
      this.mac = mac;
    }

    @Override
    protected void engineUpdate(byte input) {
      plain.update(input);
    }

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {
      plain.update(input, offset, length);
    }

    @Override
    protected byte[] engineDigest() {
      byte[] full = mac.doFinal(plain.digest());
      return Arrays.copyOf(full, plain.getDigestLength());
    }

    @Override
    protected void engineReset() {
      plain.reset();
    }

    @Override
    protected int engineGetDigestLength() {
      return plain.getDigestLength();
    }
  }
}
