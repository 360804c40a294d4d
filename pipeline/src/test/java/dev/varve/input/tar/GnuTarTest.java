package dev.varve.input.tar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.input.digest.Digests;
import dev.varve.model.Fingerprint;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives that GNU tar wrote, where it is installed. */
class GnuTarTest {
  private static final String LONG = "a-folder-with-a-name-of-its-own/".repeat(6) + "file";

  @TempDir private static Path folder;

  @BeforeAll
  static void tarIsGnu() throws Exception {
    assumeTrue(run("tar", "--version").contains("GNU tar"), "GNU tar is not installed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--format=gnu",
        "--format=oldgnu",
        "--format=posix --sparse-version=0.0",
        "--format=posix --sparse-version=0.1",
        "--format=posix --sparse-version=1.0"
      })
  void sparseFilesHaveTheContentOfTheFileOnDisk(String options) throws Exception {
    Path root = Files.createDirectory(folder.resolve("sparse" + options.replaceAll("\\W", "")));
    sparse(root.resolve("scattered"), 5_000_000, 40, 70_000);
    sparse(root.resolve("ends-in-a-hole"), 3_000_000, 1, 4096);
    sparse(root.resolve("all-hole"), 1_000_000, 0, 0);
    sparse(root.resolve(LONG.replace('/', '-')), 2_000_000, 3, 100);
    Files.write(root.resolve("zz-dense"), new byte[] {1, 2, 3});
    byte[] archive = tar(root, "--sparse " + options);
    assertThat(archive).as("tar found the holes").hasSizeLessThan(6_000_000);
    TarWalk walk = TarWalk.of(archive);
    assertThat(walk.steps())
        .extracting(TarWalk.Step::name)
        .containsExactlyInAnyOrder(
            "./",
            "./scattered",
            "./ends-in-a-hole",
            "./all-hole",
            "./" + LONG.replace('/', '-'),
            "./zz-dense");
    for (TarWalk.Step step : walk.steps()) {
      if (step.entry().type() == '0') {
        assertThat(step.content())
            .as(step.name())
            .isEqualTo(Files.readAllBytes(root.resolve(step.name())));
      }
    }
    assertThat(walk.steps()).filteredOn(step -> step.entry().sparse() != null).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"v7", "ustar", "oldgnu", "gnu", "posix"})
  void namesKindsTimesAndDigestsAreThoseOfTheDisk(String format) throws Exception {
    Path root = Files.createDirectory(folder.resolve("kinds-" + format));
    String name = format.equals("v7") ? "short" : LONG;
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "content of " + format);
    FileTime time = FileTime.from(Instant.parse("2001-02-03T04:05:06.789123456Z"));
    Files.createLink(root.resolve("zz-hard"), file);
    Files.createSymbolicLink(root.resolve("zz-soft"), Path.of(name));
    Files.setLastModifiedTime(file, time);
    run("mkfifo", root.resolve("zz-fifo").toString());
    TarWalk walk = TarWalk.of(tar(root, "--format=" + format + " --sort=name --owner=:12345"));
    TarWalk.Step stored = step(walk, "./" + name);
    assertThat(stored.content()).isEqualTo(Files.readAllBytes(file));
    long micros = format.equals("posix") ? 789_123 : 0;
    assertThat(stored.entry().mtimeMicros()).isEqualTo(981_173_106L * 1_000_000 + micros);
    assertThat(stored.entry().uid()).isEqualTo(12_345);
    assertThat(step(walk, "./zz-hard").entry().type()).isEqualTo('1');
    // ustar has room for 100 bytes of a link's target, and no more.
    String target = format.equals("ustar") ? ("./" + name).substring(0, 100) : "./" + name;
    assertThat(step(walk, "./zz-hard").link()).isEqualTo(target);
    assertThat(step(walk, "./zz-soft").entry().type()).isEqualTo('2');
    if (!format.equals("ustar")) {
      assertThat(step(walk, "./zz-soft").link()).isEqualTo(name);
    }
    if (!format.equals("v7")) {
      assertThat(step(walk, "./zz-fifo").entry().type()).isEqualTo('6');
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gnu", "posix"})
  void longTargetsAndTimesBeforeTheEpochSurvive(String format) throws Exception {
    Path root = Files.createDirectory(folder.resolve("long-" + format));
    String target = "../" + "up/".repeat(60) + "target";
    Files.createSymbolicLink(root.resolve("link"), Path.of(target));
    Path old = Files.writeString(root.resolve("old"), "x");
    Files.setLastModifiedTime(old, FileTime.from(Instant.parse("1950-01-01T00:00:00Z")));
    TarWalk walk = TarWalk.of(tar(root, "--format=" + format));
    assertThat(step(walk, "./link").link()).isEqualTo(target);
    assertThat(step(walk, "./old").entry().mtimeMicros()).isEqualTo(-631_152_000L * 1_000_000);
  }

  @Test
  void theDigestOfTheArchiveIsThatOfSha256sum() throws Exception {
    Path root = Files.createDirectory(folder.resolve("sum"));
    Files.write(root.resolve("noise"), noise(300_000));
    byte[] archive = tar(root, "--format=gnu");
    Path file = Files.write(folder.resolve("sum.tar"), archive);
    String sum = run("sha256sum", file.toString()).split(" ")[0];
    assertThat(TarWalk.of(archive).archiveDigest()).isEqualTo(Fingerprint.parse(sum));
    assertThat(Digests.print("sha256", fed("sha256", archive))).isEqualTo("sha256:" + sum);
    Path content = root.resolve("noise");
    assertThat(
            Fingerprint.of(fed("sha256", step(TarWalk.of(archive), "./noise").content()).digest())
                .hex())
        .isEqualTo(run("sha256sum", content.toString()).split(" ")[0]);
  }

  private static MessageDigest fed(String name, byte[] bytes) {
    MessageDigest digest = Digests.named(name);
    digest.update(bytes);
    return digest;
  }

  private static TarWalk.Step step(TarWalk walk, String name) {
    return walk.steps().stream().filter(step -> step.name().equals(name)).findFirst().orElseThrow();
  }

  private static void sparse(Path path, long bytes, int pieces, int pieceBytes) throws IOException {
    FileStore store = Files.getFileStore(path.getParent());
    assumeTrue(store.getUsableSpace() > bytes);
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(bytes);
      for (int piece = 0; piece < pieces; piece++) {
        file.seek(bytes / pieces * piece);
        file.write(noise(pieceBytes));
      }
    }
  }

  private static byte[] noise(int bytes) {
    byte[] noise = new byte[bytes];
    new Random(bytes).nextBytes(noise);
    return noise;
  }

  private static byte[] tar(Path root, String options) throws Exception {
    Path archive = Files.createTempFile(folder, "made", ".tar");
    String[] words = options.split(" ");
    String[] command = Arrays.copyOf(words, words.length + 6);
    System.arraycopy(words, 0, command, 1, words.length);
    command[0] = "tar";
    String[] rest = {"-cf", archive.toString(), "-C", root.toString(), "."};
    System.arraycopy(rest, 0, command, words.length + 1, 5);
    run(command);
    byte[] bytes = Files.readAllBytes(archive);
    Files.delete(archive);
    return bytes;
  }

  private static String run(String... command) throws Exception {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      assumeTrue(false, command[0] + " is not installed");
      throw e;
    }
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return output;
  }
}
