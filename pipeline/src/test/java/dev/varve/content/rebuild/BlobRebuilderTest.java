package dev.varve.content.rebuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Blobs that other programs compressed, forgotten and found again. */
class BlobRebuilderTest {
  private static final byte[] ARCHIVE = text(500_000);

  @TempDir private Path folder;

  /** Words with a tail of noise, so that levels differ and blocks of every kind are there. */
  private static byte[] text(int bytes) {
    Random random = new Random(5);
    StringBuilder text = new StringBuilder();
    while (text.length() < bytes) {
      text.append("word").append(random.nextInt(5000)).append(random.nextBoolean() ? ' ' : '\n');
      if (random.nextInt(100) == 0) {
        text.append("again and again ".repeat(random.nextInt(60)));
      }
    }
    byte[] all = text.toString().getBytes(StandardCharsets.ISO_8859_1);
    byte[] noise = new byte[100_000];
    random.nextBytes(noise);
    System.arraycopy(noise, 0, all, all.length - noise.length, noise.length);
    return all;
  }

  private record InMemory(byte[] all) implements OriginalBlob {
    @Override
    public long bytes() {
      return all.length;
    }

    @Override
    public InputStream open(long offset) {
      return new ByteArrayInputStream(all, (int) offset, all.length - (int) offset);
    }
  }

  private static BlobRebuild rebuilt(byte[] blob, CommandEncoder... commands) throws IOException {
    return new BlobRebuilder(TriedEncoders.all(List.of(commands))).rebuild(new InMemory(blob));
  }

  /** What a program makes of the archive; the test is left out where there is no such program. */
  private byte[] by(String... command) throws Exception {
    Path in = Files.write(folder.resolve("in"), ARCHIVE);
    Path out = folder.resolve("out");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectInput(in.toFile())
              .redirectOutput(out.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      assumeTrue(process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0);
    } catch (IOException e) {
      assumeTrue(false, e.getMessage());
    }
    return Files.readAllBytes(out);
  }

  /** Python's zlib writes what zlib of C does: header of ten bytes, memLevel 8. */
  private byte[] python(int level, String memory) throws Exception {
    return by(
        "python3",
        "-c",
        "import sys,zlib\n"
            + "c=zlib.compressobj(%d,8,31,%s)\n".formatted(level, memory)
            + "d=sys.stdin.buffer.read()\n"
            + "sys.stdout.buffer.write(c.compress(d)+c.flush())");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
  void zlibIsFoundByItsLevel(int level) throws Exception {
    byte[] blob = python(level, "8");
    BlobRebuild found = rebuilt(blob);
    assertThat(found)
        .returns(true, BlobRebuild::exact)
        .returns("zlib", BlobRebuild::encoder)
        .returns(level, BlobRebuild::level)
        .returns(10L, BlobRebuild::keptBytes)
        .returns("", BlobRebuild::reason);
    assertThat(found.tried()).isEqualTo(9);
  }

  @Test
  void anotherMemoryLevelIsNoneOfThem() throws Exception {
    byte[] blob = python(6, "9");
    assertThat(rebuilt(blob))
        .returns(false, BlobRebuild::exact)
        .returns((long) blob.length, BlobRebuild::keptBytes)
        .returns("no level of zlib gives the member at byte 0", BlobRebuild::reason);
  }

  /** A byte of the body stands for other data, with a right trailer or not: nothing gives it. */
  @Test
  void oneOtherByteIsNotExact() throws Exception {
    byte[] blob = python(6, "8");
    blob[blob.length - 20_000] ^= 1;
    assertThat(rebuilt(blob).exact()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"4, false", "1, true"})
  void aWrongTrailerIsNotExact(int fromEnd, boolean last) throws Exception {
    byte[] blob = python(1, "8");
    blob[blob.length - fromEnd] ^= 1;
    assertThat(rebuilt(blob)).returns(false, BlobRebuild::exact).returns("", BlobRebuild::encoder);
  }

  @Test
  void membersNamesAndZerosBehindAreKept() throws Exception {
    byte[] one = python(9, "8");
    byte[] named = new byte[one.length + 5];
    System.arraycopy(one, 0, named, 0, 10);
    named[3] = 8;
    System.arraycopy("name\0".getBytes(StandardCharsets.US_ASCII), 0, named, 10, 5);
    System.arraycopy(one, 10, named, 15, one.length - 10);
    ByteArrayOutputStream blob = new ByteArrayOutputStream();
    blob.writeBytes(one);
    blob.writeBytes(named);
    blob.writeBytes(new byte[7]);
    assertThat(rebuilt(blob.toByteArray()))
        .returns(true, BlobRebuild::exact)
        .returns(9, BlobRebuild::level)
        .returns(10 + 15 + 7L, BlobRebuild::keptBytes);
  }

  /** gzip(1) has an encoder of its own, with zlib's header. */
  @Test
  void gzipIsKeptUnlessItIsAtHand() throws Exception {
    byte[] blob = by("gzip", "-n", "-6");
    assertThat(rebuilt(blob))
        .returns(false, BlobRebuild::exact)
        .returns("gzip", BlobRebuild::producer)
        .returns((long) blob.length, BlobRebuild::keptBytes);
    Duration most = Duration.ofSeconds(60);
    CommandEncoder other = new CommandEncoder("gzip-9", List.of("gzip", "-n", "-9"), most);
    CommandEncoder same = new CommandEncoder("gzip-6", List.of("gzip", "-n", "-6"), most);
    assertThat(rebuilt(blob, other, same))
        .returns(true, BlobRebuild::exact)
        .returns("gzip-6", BlobRebuild::encoder)
        .returns(0L, BlobRebuild::keptBytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"false", "head -c 1000", "sleep 100", "cat"})
  void aProgramThatFailsOrLingersGivesNothing(String command) throws Exception {
    byte[] blob = by("gzip", "-n", "-6");
    long start = System.nanoTime();
    CommandEncoder encoder =
        new CommandEncoder("odd", List.of(command.split(" ")), Duration.ofSeconds(2));
    assertThat(rebuilt(blob, encoder).exact()).isFalse();
    assertThat(System.nanoTime() - start).isLessThan(60_000_000_000L);
  }

  /**
   * The shell's child holds its ends of the pipes: it is ended too, and the reason names the time.
   */
  @Test
  void aProgramIsEndedWithItsChildren() throws Exception {
    Path script = Files.writeString(folder.resolve("script"), "sleep 100\nexit 0\n");
    byte[] blob = by("gzip", "-n", "-6");
    long start = System.nanoTime();
    CommandEncoder encoder =
        new CommandEncoder("slow", List.of("sh", script.toString()), Duration.ofSeconds(1));
    assertThat(rebuilt(blob, encoder).reason()).endsWith("; slow took more than 1 s");
    assertThat(System.nanoTime() - start).isLessThan(60_000_000_000L);
  }

  /** In a session of its own, and nobody's child once the program has ended. */
  @Test
  void aChildThatOutlivesItsProgramEndsWithTheLimit() throws Exception {
    String seconds = "61." + System.nanoTime();
    Path script =
        Files.writeString(
            folder.resolve("script"),
            "setsid sh -c 'sleep %s; echo x' &\ngzip -n -6\n".formatted(seconds));
    byte[] blob = by("gzip", "-n", "-6");
    long start = System.nanoTime();
    CommandEncoder encoder =
        new CommandEncoder("slow", List.of("sh", script.toString()), Duration.ofSeconds(2));
    assertThat(rebuilt(blob, encoder).reason()).endsWith("; slow took more than 2 s");
    assertThat(System.nanoTime() - start).isBetween(2_000_000_000L, 30_000_000_000L);
    assertThatNobodyRuns(seconds);
  }

  @Test
  void aChildThatHasNoOutputIsNotLeftBehind() throws Exception {
    String seconds = "62." + System.nanoTime();
    Path script =
        Files.writeString(
            folder.resolve("script"),
            "setsid setsid sleep %s </dev/null >/dev/null &\ngzip -n -6\n".formatted(seconds));
    byte[] blob = by("gzip", "-n", "-6");
    CommandEncoder encoder =
        new CommandEncoder("gzip", List.of("sh", script.toString()), Duration.ofSeconds(60));
    assertThat(rebuilt(blob, encoder)).returns(true, BlobRebuild::exact);
    assertThatNobodyRuns(seconds);
  }

  private static void assertThatNobodyRuns(String word) throws Exception {
    for (int tries = 0; tries < 100; tries++) {
      boolean runs =
          ProcessHandle.allProcesses()
              .anyMatch(one -> one.info().commandLine().orElse("").contains(word));
      if (!runs) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
    fail("a program was left behind: " + word);
  }

  /** It writes every byte, and says that it failed. */
  @Test
  void aProgramThatFailsAtTheEndGivesNothing() throws Exception {
    Path script = Files.writeString(folder.resolve("script"), "gzip -n -6\nexit 7\n");
    byte[] blob = by("gzip", "-n", "-6");
    CommandEncoder encoder =
        new CommandEncoder("odd", List.of("sh", script.toString()), Duration.ofSeconds(60));
    assertThat(rebuilt(blob, encoder))
        .returns(false, BlobRebuild::exact)
        .returns(
            "no level of zlib gives the member at byte 0; odd ended with code 7",
            BlobRebuild::reason);
  }

  @Test
  void onlyTheLevelsOfTheSettingsAreTried() throws Exception {
    byte[] blob = python(6, "8");
    TriedEncoders tried = new TriedEncoders(Set.of(1, 9), Set.of(1), List.of());
    BlobRebuild found = new BlobRebuilder(tried).rebuild(new InMemory(blob));
    assertThat(found).returns(false, BlobRebuild::exact).returns(2, BlobRebuild::tried);
  }

  /** As Go's encoder ends its streams: header of Go, an empty stored block last. */
  @Test
  void producersAreToldByHeadersAndMarks() throws Exception {
    byte[] mark = {0, 0, -1, -1};
    byte[] trailer = new byte[8];
    assertThat(producer("1f8b08000000000000ff", bytes(mark, trailer))).isEqualTo("go");
    assertThat(producer("1f8b08000000000000ff", bytes(new byte[] {3}, trailer))).isEqualTo("zlib");
    assertThat(producer("1f8b080000096e8800ff", bytes(mark, trailer))).isEqualTo("klauspost");
    assertThat(producer("1f8b080000096e8800ff", bytes(mark, new byte[9], mark, trailer)))
        .isEqualTo("pgzip");
    assertThat(producer("1f8b0800000000000003", bytes(mark, new byte[9], trailer)))
        .isEqualTo("pigz");
    assertThat(producer("1f8b0800000000000003", bytes(new byte[9], trailer))).isEqualTo("gzip");
    assertThat(producer("1f8b0800112233440003", bytes(new byte[9], trailer))).isEqualTo("gzip");
    assertThat(producer("1f8b0800112233440207", bytes(new byte[9], trailer)))
        .isEqualTo("other gzip");
  }

  /**
   * What these libraries write of {@code some words and more }: Go 1.26, klauspost and pgzip 1.2.
   */
  @ParameterizedTest
  @CsvSource({
    "go, 1f8b08000000000000ff2acecf4d5528cf2f4a295648cc4b51c8cd2f4a5500040000ffff291c96dd14000000",
    "klauspost, 1f8b080000096e8800ff001400ebff736f6d6520776f72647320616e64206d6f7265200300291c96dd14000000",
    "pgzip, 1f8b080000096e8800ff001400ebff736f6d6520776f72647320616e64206d6f726520000000ffff0300291c96dd14000000"
  })
  void librariesOfGoAreToldByTheirOwnStreams(String producer, String stream) throws IOException {
    byte[] blob = HexFormat.of().parseHex(stream);
    String written =
        GzipHeader.read(new ByteArrayInputStream(blob))
            .producer(FlushMarks.of(new ByteArrayInputStream(blob)));
    assertThat(written).isEqualTo(producer);
  }

  private static String producer(String header, byte[] rest) throws IOException {
    byte[] head = HexFormat.of().parseHex(header);
    return GzipHeader.read(new ByteArrayInputStream(head))
        .producer(FlushMarks.of(new ByteArrayInputStream(bytes(head, rest))));
  }

  private static byte[] bytes(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** The library's stream, which does not know the size. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 9, 19})
  void zstdIsFoundByItsLevel(int level) throws IOException {
    ByteArrayOutputStream blob = new ByteArrayOutputStream();
    try (ZstdOutputStream out = new ZstdOutputStream(blob, level)) {
      out.write(ARCHIVE, 0, 1000);
      out.write(ARCHIVE, 1000, ARCHIVE.length - 1000);
    }
    assertThat(rebuilt(blob.toByteArray()))
        .returns(true, BlobRebuild::exact)
        .returns("zstd", BlobRebuild::encoder)
        .returns(level, BlobRebuild::level)
        .returns(0L, BlobRebuild::keptBytes);
  }

  /** With a worker thread, as zstd(1) works: jobs of megabytes, of which there are two here. */
  @ParameterizedTest
  @CsvSource({"1", "5"})
  void zstdWithAWorkerIsFound(int level) throws IOException {
    ByteArrayOutputStream blob = new ByteArrayOutputStream();
    byte[] twice = bytes(ARCHIVE, ARCHIVE, ARCHIVE, ARCHIVE, ARCHIVE, ARCHIVE);
    try (ZstdOutputStream out = new ZstdOutputStream(blob, level)) {
      out.setWorkers(1);
      out.write(twice);
    }
    assertThat(rebuilt(blob.toByteArray()))
        .returns(true, BlobRebuild::exact)
        .returns("zstd with a worker", BlobRebuild::encoder)
        .returns(level, BlobRebuild::level);
  }

  /**
   * Frames that state their sizes, one behind the other: the first one's size is not the blob's.
   */
  @Test
  void severalFramesAreKept() throws IOException {
    byte[] frame = Zstd.compress(ARCHIVE, 3);
    assertThat(rebuilt(bytes(frame, frame)))
        .returns("other zstd", BlobRebuild::producer)
        .returns(false, BlobRebuild::exact);
  }

  /** An empty member is 20 bytes: a small blob would ask for hours. */
  @Test
  void membersWithoutEndAreNotTried() throws IOException {
    ByteArrayOutputStream empty = new ByteArrayOutputStream();
    new java.util.zip.GZIPOutputStream(empty).close();
    ByteArrayOutputStream blob = new ByteArrayOutputStream();
    for (int member = 0; member < 10_001; member++) {
      blob.writeBytes(empty.toByteArray());
    }
    assertThat(rebuilt(blob.toByteArray()))
        .returns("it has more than 10000 members", BlobRebuild::reason);
  }

  /** Another version may give other bytes; then the program itself does. */
  @Test
  void theZstdProgramIsFoundByAnyMeans() throws Exception {
    byte[] blob = by("zstd", "-q", "-3", "-c");
    CommandEncoder same =
        new CommandEncoder("zstd-3", List.of("zstd", "-q", "-3", "-c"), Duration.ofSeconds(60));
    assertThat(rebuilt(blob, same)).returns(true, BlobRebuild::exact);
  }

  @Test
  void whatIsNotCompressedIsItsArchive() throws IOException {
    assertThat(rebuilt(new byte[1024]))
        .returns(true, BlobRebuild::exact)
        .returns("none", BlobRebuild::encoder)
        .returns(0, BlobRebuild::tried)
        .returns(0L, BlobRebuild::keptBytes);
  }
}
