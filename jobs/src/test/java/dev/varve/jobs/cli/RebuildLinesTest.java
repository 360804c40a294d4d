package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdOutputStream;
import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.engine.run.LayoutOfBlobs;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Line;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Verb rebuild, as a user meets it, on blobs of encoders that the test has chosen: what gives each
 * again is known. Programs that are not installed have no blob.
 */
class RebuildLinesTest {
  private static final List<String> GZIP = List.of("gzip", "-n", "-6");
  private static final List<String> PIGZ = List.of("pigz", "-n", "-p2", "-6");
  private static final byte[] ARCHIVE = archive();

  @TempDir private static Path folder;
  private static LayoutOfBlobs layout;
  private static Path warehouse;

  /** What was compressed how, as outcome, encoder and level, to the digest of its blob. */
  private static final Map<String, String> EXPECTED = new LinkedHashMap<>();

  private static final Map<String, String> DIGESTS = new LinkedHashMap<>();

  /** Words, so that levels differ, in files of several sizes. */
  private static byte[] archive() {
    Random random = new Random(7);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      for (int file = 0; file < 5; file++) {
        StringBuilder text = new StringBuilder();
        while (text.length() < 80_000 * file) {
          text.append("word")
              .append(random.nextInt(3000))
              .append(random.nextBoolean() ? ' ' : '\n');
        }
        byte[] content = text.toString().getBytes(StandardCharsets.US_ASCII);
        TarArchiveEntry entry = new TarArchiveEntry("file" + file);
        entry.setSize(content.length);
        entry.setModTime(0);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** What a program makes of the archive, where it is installed. */
  private static Optional<byte[]> by(List<String> command) throws Exception {
    Path in = Files.write(folder.resolve("in"), ARCHIVE);
    Path out = folder.resolve("out");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectInput(in.toFile())
              .redirectOutput(out.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor() == 0 ? Optional.of(Files.readAllBytes(out)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<byte[]> python(String expression) throws Exception {
    String program =
        "import gzip,sys,zlib\nd=sys.stdin.buffer.read()\nsys.stdout.buffer.write(%s)"
            .formatted(expression);
    return by(List.of("python3", "-c", program));
  }

  private static Optional<byte[]> zstd(int level) throws IOException {
    ByteArrayOutputStream blob = new ByteArrayOutputStream();
    try (ZstdOutputStream out = new ZstdOutputStream(blob, level)) {
      out.write(ARCHIVE);
    }
    return Optional.of(blob.toByteArray());
  }

  private static Optional<byte[]> jdk() throws IOException {
    ByteArrayOutputStream blob = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(blob)) {
      out.write(ARCHIVE);
    }
    return Optional.of(blob.toByteArray());
  }

  private static void add(String name, String outcome, Optional<byte[]> blob) throws IOException {
    if (blob.isPresent()) {
      DIGESTS.put(name, layout.layer(ARCHIVE, blob.get()));
      EXPECTED.put(DIGESTS.get(name), outcome);
    }
  }

  /** zlib of C through Python, memory level 8; its level 6 has the body of the JDK's. */
  @BeforeAll
  static void ingest() throws Exception {
    layout = new LayoutOfBlobs(folder.resolve("layout"));
    warehouse = folder.resolve("w");
    for (int level : new int[] {1, 6, 9}) {
      String call = "(lambda c: c.compress(d) + c.flush())(zlib.compressobj(%d, 8, 31, 8))";
      add("zlib-" + level, "zlib exact zlib " + level, python(call.formatted(level)));
    }
    add("python", "zlib exact zlib 5", python("gzip.compress(d, 5, mtime=0)"));
    add("jdk", "zlib exact zlib 6", jdk());
    add("zstd-1", "zstd exact zstd 1", zstd(1));
    add("zstd-9", "zstd exact zstd 9", zstd(9));
    add("plain", "none exact none null", Optional.of(ARCHIVE));
    add("gzip", "gzip kept null null", by(GZIP));
    add("pigz", "pigz kept null null", by(PIGZ));
    layout.finish();
    varve("ingest registry %s --warehouse %s", folder.resolve("layout"), warehouse).done();
  }

  private static Map<String, Line> table() {
    return rows(warehouse, "SELECT * FROM layer_rebuild").stream()
        .collect(Collectors.toMap(row -> row.text("layer_digest"), Function.identity()));
  }

  private static Map<String, String> outcomes() {
    return table().entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                row ->
                    List.of("encoder_family", "outcome", "encoder", "level").stream()
                        .map(column -> row.getValue().text(column))
                        .collect(Collectors.joining(" "))));
  }

  private static Line total() {
    return varve("report blob-rebuild --format json --warehouse %s", warehouse)
        .done()
        .rows()
        .get(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "spark"})
  void everyEncoderIsFound(String engine) throws Exception {
    assertThat(varve("rebuild --warehouse %s --set engine.name=%s", warehouse, engine).done().err())
        .contains("rebuilt   ", " of " + EXPECTED.size() + " layers bit for bit");
    assertThat(outcomes()).containsExactlyInAnyOrderEntriesOf(EXPECTED);
    Map<String, Line> table = table();
    for (Map.Entry<String, Line> one : table.entrySet()) {
      assertThat(one.getValue().count("blob_bytes"))
          .isEqualTo(Files.size(layout.place(one.getKey())));
      assertThat(one.getValue().count("archive_bytes")).isEqualTo(ARCHIVE.length);
    }
    // Ten bytes of header, and the name: zlib 6.
    assertThat(rebuilt(table, "jdk").count("kept_bytes")).isEqualTo(10 + 6);
    assertThat(rebuilt(table, "zstd-9").count("kept_bytes")).isEqualTo(6);
    assertThat(rebuilt(table, "plain").count("kept_bytes")).isEqualTo(4);
    long exact = EXPECTED.values().stream().filter(one -> one.contains(" exact ")).count();
    assertThat(total())
        .returns((long) EXPECTED.size(), row -> row.count("layers"))
        .returns((long) EXPECTED.size(), row -> row.count("registry_layers"))
        .returns(exact, row -> row.count("exact_layers"));
    assertThat(varve("check --warehouse %s", warehouse).done().code()).isZero();
  }

  @Test
  void programsGiveWhatTheyMade() {
    String programs =
        List.of(GZIP, PIGZ).stream()
            .filter(program -> DIGESTS.containsKey(program.get(0)))
            .map(program -> String.join(" ", program))
            .collect(Collectors.joining(","));
    varve("rebuild --warehouse %s --set %s", warehouse, "rebuild.commands=" + programs).done();
    Map<String, String> given = new LinkedHashMap<>(EXPECTED);
    given.replaceAll(
        (digest, outcome) ->
            outcome
                .replace("gzip kept null", "gzip exact " + String.join(" ", GZIP))
                .replace("pigz kept null", "pigz exact " + String.join(" ", PIGZ)));
    assertThat(outcomes()).containsExactlyInAnyOrderEntriesOf(given);
    // Its name is all that is kept.
    assertThat(rebuilt(table(), "gzip").count("kept_bytes")).isEqualTo("gzip -n -6".length());
  }

  @Test
  void aBlobThatIsNotWhatItWasIsARowWithItsReason() throws Exception {
    Path damaged = SmallWorld.copy(folder.resolve("layout"), folder.resolve("damaged"));
    Path flipped = place(damaged, "jdk");
    byte[] bytes = Files.readAllBytes(flipped);
    bytes[bytes.length / 2] ^= 1;
    Files.write(flipped, bytes);
    Path header = place(damaged, "zlib-6");
    bytes = Files.readAllBytes(header);
    bytes[9] ^= 1; // the system: the archive is the same, the blob is not
    Files.write(header, bytes);
    Path cut = place(damaged, "zstd-1");
    Files.write(cut, java.util.Arrays.copyOf(Files.readAllBytes(cut), 1000));
    Files.delete(place(damaged, "zstd-9"));
    varve("rebuild --warehouse %s --input %s", warehouse, damaged).done();
    Map<String, Line> table = table();
    assertUnreadable(rebuilt(table, "jdk"), "CORRUPT");
    assertUnreadable(rebuilt(table, "zlib-6"), "DIGEST_MISMATCH");
    assertUnreadable(rebuilt(table, "zstd-1"), "TRUNCATED");
    assertUnreadable(rebuilt(table, "zstd-9"), "ABSENT");
    for (String sound : List.of("zlib-1", "zlib-9", "plain")) {
      assertThat(rebuilt(table, sound).text("outcome")).isEqualTo("exact");
    }
    assertThat(total().count("unreadable_layers")).isEqualTo(4);
    assertThat(varve("check --warehouse %s", warehouse).done().code()).isZero();
  }

  private static String digest(String name) {
    return Objects.requireNonNull(DIGESTS.get(name), name);
  }

  private static Line rebuilt(Map<String, Line> table, String name) {
    return Objects.requireNonNull(table.get(digest(name)), name);
  }

  /** Where a blob lies in a copy of the layout. */
  private static Path place(Path copy, String name) {
    Path place = layout.place(digest(name));
    return copy.resolve(folder.resolve("layout").relativize(place));
  }

  private static void assertUnreadable(Line row, String reason) {
    assertThat(row.text("outcome")).isEqualTo("unreadable");
    assertThat(row.text("reason")).contains(": " + reason + ": ");
    assertThat(row.text("kept_bytes")).isEqualTo("null");
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "spark"})
  void aSampleIsDrawnFromItsSeed(String engine) throws Exception {
    String digest =
        "SELECT string_agg(layer_digest, ' ' ORDER BY layer_digest) AS all FROM layer_rebuild";
    varve("rebuild --sample 3 --seed a --warehouse %s --set engine.name=%s", warehouse, engine)
        .done();
    String first = row(warehouse, digest).text("all");
    assertThat(first).isEqualTo(drawn("a", 3));
    varve("rebuild --sample 3 --seed b --warehouse %s", warehouse).done();
    assertThat(row(warehouse, digest).text("all")).isNotEqualTo(first).hasSameSizeAs(first);
    varve(
            "rebuild --sample 3 --seed a --warehouse %s --input %s",
            warehouse, folder.resolve("layout"))
        .done();
    assertThat(row(warehouse, digest).text("all")).isEqualTo(first);
    assertThat(total())
        .returns(3L, row -> row.count("layers"))
        .returns((long) EXPECTED.size(), row -> row.count("registry_layers"));
  }

  /** Those whose digests after the seed have the least SHA-256. */
  private static String drawn(String seed, int layers) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    return EXPECTED.keySet().stream()
        .sorted(
            Comparator.comparing(
                layer ->
                    HexFormat.of()
                        .formatHex(digest.digest((seed + layer).getBytes(StandardCharsets.UTF_8)))))
        .limit(layers)
        .sorted()
        .collect(Collectors.joining(" "));
  }

  @Test
  void withoutLayersThereAreNoRows() throws Exception {
    Path empty = folder.resolve("empty");
    new LayoutOfBlobs(empty).finish();
    Path other = folder.resolve("w0");
    varve("ingest registry %s --warehouse %s", empty, other).done();
    assertThat(varve("rebuild --warehouse %s", other).done().err())
        .contains("rebuilt   0 of 0 layers");
    assertThat(rows(other, "SELECT * FROM layer_rebuild")).isEmpty();
  }

  @Test
  void wrongUseIsToldBeforeAnyWork() {
    assertThat(
            varve(
                    "rebuild --warehouse %s --sample 0 --set rebuild.zlib-levels=0 --set %s",
                    warehouse, "rebuild.commands=no-such-compressor -9")
                .endsWith(ExitCodes.USAGE)
                .err())
        .contains("--sample is 0")
        .contains("rebuild.zlib-levels is 0")
        .contains("there is no program no-such-compressor");
    varve("rebuild --warehouse %s", folder.resolve("none")).endsWith(ExitCodes.NO_INPUT);
    varve("rebuild --warehouse %s --input %s", warehouse, folder.resolve("none"))
        .endsWith(ExitCodes.NO_INPUT);
  }
}
