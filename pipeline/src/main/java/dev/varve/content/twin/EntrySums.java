package dev.varve.content.twin;

import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.Fingerprint;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Fingerprints of the set of a layer's entries: one sum of 16 bytes for each {@link Trait}, however
 * many entries there are. Each entry's digest is added as two numbers of 64 bits, so that order
 * does not matter and repeated entries count. (This is the additive multiset hash of Clarke et al.,
 * Incremental multiset hash functions, ASIACRYPT 2003.) Two different sets have equal sums with
 * probability 2^-128. An attacker can construct such sets; the only effect is that these layers are
 * reported as twins.
 */
public final class EntrySums {
  /** Bytes of one sum. */
  public static final int BYTES = 2 * Long.BYTES;

  private final long[] sums = new long[2 * Trait.values().length];
  private final MessageDigest digest;

  /** Sums of no entries. */
  public EntrySums() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Adds an entry. METADATA, such as the table of contents of an eStargz layer, counts nowhere. */
  public void add(FileEntry entry) {
    if (entry.kind() == EntryKind.METADATA) {
      return;
    }
    byte[] identity = identity(entry);
    long first = Mixing.longAt(identity, 0);
    long second = Mixing.longAt(identity, Long.BYTES);
    Fingerprint content = entry.fingerprint();
    if (content != null) {
      add(
          Trait.CONTENTS,
          Mixing.longAt(content.bytes(), 0) ^ entry.bytes(),
          Mixing.longAt(content.bytes(), Long.BYTES),
          0);
      add(Trait.PATHS, first, second, 0);
    }
    add(Trait.ENTRIES, first, second, 0);
    add(Trait.OWNERS, first, second, Mixing.mix(entry.uid()) + entry.gid());
    add(Trait.MODES, first, second, entry.mode());
    add(Trait.TIMES, first, second, entry.modifiedAtMicros());
    add(Trait.ORDER, first, second, entry.position());
  }

  /** Adds the entries of another part of the layer. */
  public void add(EntrySums other) {
    for (int index = 0; index < sums.length; index++) {
      sums[index] += other.sums[index];
    }
  }

  /** Adds a sum that {@link #bytes} returned for another part of the layer. */
  public void add(Trait trait, byte[] sum) {
    ByteBuffer words = ByteBuffer.wrap(sum);
    sums[sumIndex(trait)] += words.getLong();
    sums[sumIndex(trait) + 1] += words.getLong();
  }

  public byte[] bytes(Trait trait) {
    return ByteBuffer.allocate(BYTES)
        .putLong(sums[sumIndex(trait)])
        .putLong(sums[sumIndex(trait) + 1])
        .array();
  }

  /** Resets all sums to those of no entries. */
  public void clear() {
    Arrays.fill(sums, 0);
  }

  private void add(Trait trait, long first, long second, long value) {
    long traitHash = Mixing.mix(value + Mixing.pseudorandom(sumIndex(trait)));
    sums[sumIndex(trait)] += Mixing.mix(first ^ traitHash);
    sums[sumIndex(trait) + 1] += Mixing.mix(second + traitHash);
  }

  @SuppressWarnings("EnumOrdinal") // places of an array; a stored sum names its trait
  private static int sumIndex(Trait trait) {
    return 2 * trait.ordinal();
  }

  /** The bytes that identify the entry: kind, path, content, link target. */
  private byte[] identity(FileEntry entry) {
    text(entry.kind().name());
    text(entry.path());
    digest.update(ByteBuffer.allocate(Long.BYTES).putLong(entry.bytes()).array());
    Fingerprint content = entry.fingerprint();
    if (content != null) {
      digest.update(content.bytes());
    }
    String target = entry.linkTarget();
    if (target != null) {
      text(target);
    }
    return digest.digest();
  }

  /**
   * Adds a text to the digest, after its length. Otherwise "ab" and "c" would give the digest of
   * "a" and "bc".
   */
  private void text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
    digest.update(bytes);
  }
}
