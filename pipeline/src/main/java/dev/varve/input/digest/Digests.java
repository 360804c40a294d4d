package dev.varve.input.digest;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.codec.digest.Blake3;

/** Message digests by their short names, as in {@code sha256:...} and in the settings. */
public final class Digests {

  /** Names that a file's fingerprint may use. */
  public static final List<String> FINGERPRINTS = List.of("sha256", "sha1", "md5", "blake3");

  /** Algorithms whose digests may name blobs: those of the image specification, and sha384. */
  public static final List<String> OF_BLOBS = List.of("sha256", "sha384", "sha512", "blake3");

  private static final Pattern DIGEST =
      Pattern.compile("(sha256|blake3):[0-9a-f]{64}|sha384:[0-9a-f]{96}|sha512:[0-9a-f]{128}");

  /** Digests of any algorithm, as the image specification has them (descriptor.md). */
  private static final Pattern GRAMMAR = Pattern.compile("([a-z0-9][a-z0-9+._-]*):[A-Za-z0-9=_-]+");

  private Digests() {}

  /**
   * A fresh digest: sha256, sha512, sha512-256, sha384, sha1, md5 from the JDK, blake3 with 32
   * bytes of output.
   *
   * @throws IllegalArgumentException for any other name
   */
  public static MessageDigest named(String name) {
    try {
      return switch (name) {
        case "sha256" -> MessageDigest.getInstance("SHA-256");
        case "sha512" -> MessageDigest.getInstance("SHA-512");
        case "sha512-256" -> MessageDigest.getInstance("SHA-512/256");
        case "sha384" -> MessageDigest.getInstance("SHA-384");
        case "sha1" -> MessageDigest.getInstance("SHA-1");
        case "md5" -> MessageDigest.getInstance("MD5");
        case "blake3" -> new Blake3Digest();
        default -> throw new IllegalArgumentException("no digest is called " + name);
      };
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK lacks " + name, e);
    }
  }

  /** A digest whose updates go to all of {@code digests}; each of them is ended separately. */
  public static MessageDigest combined(Collection<MessageDigest> digests) {
    return digests.size() == 1 ? digests.iterator().next() : new SeveralDigests(digests);
  }

  /** The algorithm's name in front of a digest string, such as sha256 of {@code sha256:9f86...}. */
  public static String algorithm(String digest) {
    return digest.substring(0, Math.max(0, digest.indexOf(':')));
  }

  /** Whether a text is a known algorithm and hexadecimal digits of the right length. */
  public static boolean isDigest(String text) {
    return DIGEST.matcher(text).matches();
  }

  /**
   * The fault of a text that is not a known digest. It is corrupt, or, when it has the form of a
   * digest by an unknown algorithm, unsupported.
   *
   * @param what the thing that has this text as its digest, for the message
   */
  public static MalformedBlobException fault(String text, String what) {
    Matcher digest = GRAMMAR.matcher(text);
    if (!digest.matches() || OF_BLOBS.contains(digest.group(1))) {
      return new MalformedBlobException(RejectReason.CORRUPT, what + " has no valid digest");
    }
    return new MalformedBlobException(
        RejectReason.UNSUPPORTED,
        "%s has a digest by %s, which is not known; these are: %s"
            .formatted(what, digest.group(1), String.join(", ", OF_BLOBS)));
  }

  /** The digest of bytes, printed as {@code name:hex}. */
  public static String of(String name, byte[] bytes) {
    MessageDigest digest = named(name);
    digest.update(bytes);
    return print(name, digest);
  }

  /** Ends a digest and prints it as {@code name:hex}. */
  public static String print(String name, MessageDigest digest) {
    return name + ":" + HexFormat.of().formatHex(digest.digest());
  }

  private static final class SeveralDigests extends MessageDigest {
    private final List<MessageDigest> digests;

    SeveralDigests(Collection<MessageDigest> digests) {
      super("several");
      this.digests = List.copyOf(digests);
    }

    @Override
    protected void engineUpdate(byte input) {
      digests.forEach(digest -> digest.update(input));
    }

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {
      digests.forEach(digest -> digest.update(input, offset, length));
    }

    @Override
    protected byte[] engineDigest() {
      throw new UnsupportedOperationException("several digests are ended each by itself");
    }

    @Override
    protected void engineReset() {
      digests.forEach(MessageDigest::reset);
    }
  }

  /** BLAKE3 (O'Connor et al., 2020) as a JDK {@code MessageDigest}. */
  private static final class Blake3Digest extends MessageDigest {
    private static final int BYTES = 32;
    private final Blake3 hash = Blake3.initHash();

    Blake3Digest() {
      super("BLAKE3");
    }

    @Override
    protected void engineUpdate(byte input) {
      hash.update(new byte[] {input});
    }

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {
      hash.update(input, offset, length);
    }

    @Override
    protected byte[] engineDigest() {
      byte[] result = hash.doFinalize(BYTES);
      hash.reset();
      return result;
    }

    @Override
    protected void engineReset() {
      hash.reset();
    }

    @Override
    protected int engineGetDigestLength() {
      return BYTES;
    }
  }
}
