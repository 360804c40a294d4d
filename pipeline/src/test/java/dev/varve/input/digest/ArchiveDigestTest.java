package dev.varve.input.digest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.input.codec.BlobStream;
import dev.varve.input.codec.Decompressor;
import dev.varve.input.codec.InflateEngine;
import dev.varve.input.tar.ArchiveLimits;
import dev.varve.input.tar.HandTar;
import dev.varve.input.tar.HandTar.Header;
import dev.varve.input.tar.RandomTar;
import dev.varve.input.tar.TarEntry;
import dev.varve.input.tar.TarReader;
import dev.varve.model.Seed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Both digests against the JDK's, of the archive as it is and of contents as they come out. */
@ParameterizedClass
@EnumSource(DigestEngine.class)
class ArchiveDigestTest {
  private static final Seed SEED = new Seed(4).at("digests");
  private static final ArchiveLimits LIMITS =
      new ArchiveLimits(1L << 33, 1_000_000, 4096, 1 << 16, 1000);

  @Parameter private DigestEngine engine;

  @Test
  void archivesOfEveryDialectInStepsOfAnyLength() throws Exception {
    assumeTrue(engine == DigestEngine.JDK || DigestEngine.fastest() == engine);
    for (int world = 0; world < 100; world++) {
      RandomGenerator random = SEED.at(world).random();
      byte[] archive = new RandomTar(random).archive(20);
      read(archive, random, 1 + random.nextInt(1 << random.nextInt(14)));
    }
  }

  @Test
  void filesLargerThanTheBufferAndPiecesWithHoles() throws Exception {
    assumeTrue(engine == DigestEngine.JDK || DigestEngine.fastest() == engine);
    for (int world = 0; world < 40; world++) {
      RandomGenerator random = SEED.at("large").at(world).random();
      HandTar tar = new HandTar();
      for (int file = 0; file < 8; file++) {
        int bytes = random.nextInt(1 << random.nextInt(1, 20));
        switch (random.nextInt(4)) {
          case 0 -> sparse(tar, random, bytes);
          case 1 -> tar.pax('x', "comment", "c".repeat(random.nextInt(700)));
          default -> {}
        }
        tar.file("file" + file, content(random, bytes));
      }
      byte[] archive = tar.end().bytes();
      int cut = random.nextInt(4) == 0 ? 1024 : 0;
      read(Arrays.copyOf(archive, archive.length - cut), random, 1 << random.nextInt(20));
    }
  }

  /** A hole, a piece that ends within a block of a digest, a hole, and another piece. */
  private static void sparse(HandTar tar, RandomGenerator random, int bytes) {
    int hole = random.nextInt(5000);
    int first = random.nextInt(bytes + 1);
    String map =
        String.join(
            ",",
            String.valueOf(hole),
            String.valueOf(first),
            String.valueOf(2 * hole + first),
            String.valueOf(bytes - first));
    tar.pax(
        'x',
        "GNU.sparse.size",
        String.valueOf(3 * hole + bytes),
        "GNU.sparse.numblocks",
        "2",
        "GNU.sparse.map",
        map);
    tar.add(Header.ustar('0', "sparse", bytes), content(random, bytes));
  }

  private static byte[] content(RandomGenerator random, int bytes) {
    byte[] content = new byte[bytes];
    random.nextBytes(content);
    return content;
  }

  private void read(byte[] archive, RandomGenerator random, int mostStep) throws Exception {
    read(archive, new Steps(archive, random, mostStep), random, jdk(archive));
    byte[] gzip = gzip(archive, random);
    read(archive, new Steps(gzip, random, mostStep), random, jdk(gzip));
  }

  private static byte[] gzip(byte[] archive, RandomGenerator random) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int first = random.nextInt(archive.length);
    for (int[] part : new int[][] {{0, first}, {first, archive.length - first}}) {
      try (GZIPOutputStream member = new GZIPOutputStream(bytes)) {
        member.write(archive, part[0], part[1]);
      }
    }
    return bytes.toByteArray();
  }

  private void read(byte[] archive, InputStream in, RandomGenerator random, byte[] stored)
      throws Exception {
    MessageDigest blobDigest = engine.named("sha256");
    BlobStream blob = new BlobStream(in, blobDigest);
    MessageDigest whole = engine.named("sha256");
    MessageDigest file = engine.named("sha256");
    TarReader tar =
        new TarReader(new Decompressor(blob, InflateEngine.fastest()), blob, whole, LIMITS);
    for (TarEntry entry = tar.next(); entry != null; entry = tar.next()) {
      if (random.nextInt(5) == 0) {
        continue;
      }
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      byte[] digest = tar.digestContent(file, content::write);
      assertThat(content.size()).isEqualTo(entry.bytes());
      assertThat(digest).isEqualTo(jdk(content.toByteArray()));
    }
    assertThat(whole.digest()).isEqualTo(jdk(archive));
    assertThat(blob.read()).isNegative();
    assertThat(blobDigest.digest()).isEqualTo(stored);
  }

  private static byte[] jdk(byte[] bytes) throws GeneralSecurityException {
    return MessageDigest.getInstance("SHA-256").digest(bytes);
  }

  /** A medium that hands out so many bytes a read at most. */
  private static final class Steps extends ByteArrayInputStream {
    private final RandomGenerator random;
    private final int most;

    Steps(byte[] bytes, RandomGenerator random, int most) {
      super(bytes);
      this.random = random;
      this.most = most;
    }

    @Override
    public synchronized int read(byte[] buffer, int from, int length) {
      return super.read(buffer, from, Math.min(length, 1 + random.nextInt(most)));
    }
  }
}
