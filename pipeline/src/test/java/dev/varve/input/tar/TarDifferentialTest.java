package dev.varve.input.tar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.digest.Digests;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random archives by commons-compress are the same to its reader and to ours. */
class TarDifferentialTest {
  private static final byte[] TYPES = {'0', '0', '0', '0', '1', '2', '3', '4', '5', '6'};

  /** What both readers must agree on. */
  record Seen(
      String name, char type, String link, long bytes, long seconds, long uid, String digest) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void bothReadersSeeTheSame(long seed) throws IOException {
    byte[] archive = random(new Random(seed));
    assertThat(ours(archive)).isNotEmpty().isEqualTo(theirs(archive));
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23})
  void theOffsetOfTheContentPointsAtIt(long seed) throws IOException {
    byte[] archive = random(new Random(seed));
    for (TarWalk.Step step : TarWalk.of(archive).steps()) {
      int from = (int) step.entry().contentOffset();
      assertThat(Arrays.copyOfRange(archive, from, from + step.content().length))
          .isEqualTo(step.content());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {31, 32, 33, 34})
  void noFlippedBitMakesTheReaderFailInAnotherWay(long seed) throws IOException {
    Random random = new Random(seed);
    byte[] archive = random(random);
    for (int trial = 0; trial < 200; trial++) {
      byte[] flipped = archive.clone();
      for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
        flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
      }
      try {
        TarWalk.of(flipped);
      } catch (dev.varve.model.MalformedBlobException e) {
        assertThat(e.explanation()).isNotEmpty();
      }
    }
  }

  private static List<Seen> ours(byte[] archive) throws IOException {
    List<Seen> seen = new ArrayList<>();
    for (TarWalk.Step step : TarWalk.of(archive).steps()) {
      TarEntry entry = step.entry();
      seen.add(
          new Seen(
              new String(entry.name(), StandardCharsets.UTF_8),
              entry.type(),
              new String(entry.linkTarget(), StandardCharsets.UTF_8),
              entry.bytes(),
              Math.floorDiv(entry.mtimeMicros(), 1_000_000L),
              entry.uid(),
              sha1(step.content())));
    }
    return seen;
  }

  private static List<Seen> theirs(byte[] archive) throws IOException {
    List<Seen> seen = new ArrayList<>();
    try (TarArchiveInputStream in =
        new TarArchiveInputStream(new ByteArrayInputStream(archive), "UTF-8")) {
      for (TarArchiveEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        seen.add(
            new Seen(
                entry.getName(),
                (char) entry.getLinkFlag(),
                entry.getLinkName(),
                entry.getSize(),
                Math.floorDiv(entry.getLastModifiedTime().toMillis(), 1000L),
                entry.getLongUserId(),
                sha1(in.readAllBytes())));
      }
    }
    return seen;
  }

  private static byte[] random(Random random) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out, "UTF-8")) {
      boolean posix = random.nextBoolean();
      tar.setLongFileMode(
          posix ? TarArchiveOutputStream.LONGFILE_POSIX : TarArchiveOutputStream.LONGFILE_GNU);
      tar.setBigNumberMode(
          posix ? TarArchiveOutputStream.BIGNUMBER_POSIX : TarArchiveOutputStream.BIGNUMBER_STAR);
      tar.setAddPaxHeadersForNonAsciiNames(posix);
      for (int left = 1 + random.nextInt(60); left > 0; left--) {
        add(tar, random);
      }
    }
    return out.toByteArray();
  }

  private static void add(TarArchiveOutputStream tar, Random random) throws IOException {
    byte type = TYPES[random.nextInt(TYPES.length)];
    String name = name(random) + (type == '5' ? "/" : "");
    TarArchiveEntry entry = new TarArchiveEntry(name, type);
    if (type == TarConstants.LF_LINK || type == TarConstants.LF_SYMLINK) {
      entry.setLinkName(name(random));
    }
    byte[] content = new byte[type == '0' ? random.nextInt(1 << random.nextInt(16)) : 0];
    random.nextBytes(content);
    entry.setSize(content.length);
    entry.setUserId(random.nextInt(4) == 0 ? 3_000_000_000L : random.nextInt(70_000));
    entry.setModTime((random.nextInt() + (random.nextInt(4) == 0 ? 1L << 34 : 0)) * 1000L);
    tar.putArchiveEntry(entry);
    tar.write(content);
    tar.closeArchiveEntry();
  }

  private static String name(Random random) {
    StringBuilder name = new StringBuilder();
    for (int part = random.nextInt(random.nextInt(8) == 0 ? 40 : 4); part >= 0; part--) {
      String letters = random.nextInt(6) == 0 ? "\u00e4\u9577\u0416" : "abcdefgh-_.0";
      for (int left = 1 + random.nextInt(12); left > 0; left--) {
        name.append(letters.charAt(random.nextInt(letters.length())));
      }
      name.append(part == 0 ? "x" : "/");
    }
    return name.toString();
  }

  private static String sha1(byte[] content) {
    return HexFormat.of().formatHex(Digests.named("sha1").digest(content));
  }
}
