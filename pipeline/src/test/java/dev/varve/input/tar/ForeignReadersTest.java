package dev.varve.input.tar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.input.digest.Digests;
import dev.varve.model.Seed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives in all dialects as GNU tar and Python's tarfile read them, and as we do. */
class ForeignReadersTest {
  private static final int ARCHIVES = 40;

  /** A line a member: kind, name, target, bytes, seconds, owner, and a file's digest. */
  private static final String PYTHON =
      """
      import hashlib, math, sys, tarfile
      raw = lambda text: text.encode('utf-8', 'surrogateescape').hex()
      for path in sys.argv[1:]:
          tar = tarfile.open(path)
          for member in tar:
              file = member.isreg()
              kind = '0' if file else member.type.decode('latin-1')
              digest = hashlib.sha256(tar.extractfile(member).read()).hexdigest() if file else '-'
              print(kind, raw(member.name), raw(member.linkname) if kind in '12' else '-',
                    member.size if file else 0, math.floor(member.mtime), member.uid, digest)
          print('end')
      """;

  @TempDir private Path folder;

  @Test
  void pythonsTarfileSeesTheSameMembers() throws Exception {
    List<Path> archives = archives();
    List<String> command = new ArrayList<>(List.of("python3", "-c", PYTHON));
    archives.forEach(archive -> command.add(archive.toString()));
    List<String> expected = new ArrayList<>();
    for (Path archive : archives) {
      for (TarWalk.Step step : TarWalk.of(Files.readAllBytes(archive)).steps()) {
        TarEntry entry = step.entry();
        boolean file = entry.type() == '0';
        boolean link = entry.type() == '1' || entry.type() == '2';
        expected.add(
            String.join(
                " ",
                String.valueOf(entry.type()),
                HexFormat.of().formatHex(entry.name()),
                link ? HexFormat.of().formatHex(entry.linkTarget()) : "-",
                String.valueOf(entry.bytes()),
                String.valueOf(Math.floorDiv(entry.mtimeMicros(), 1_000_000L)),
                String.valueOf(entry.uid()),
                file ? sha256(step.content()) : "-"));
      }
      expected.add("end");
    }
    assertSame(expected, run(command));
  }

  @Test
  void gnuTarTakesTheSameFilesOut() throws Exception {
    Path out = Files.createDirectory(folder.resolve("out"));
    for (Path archive : archives()) {
      List<TarWalk.Step> files =
          TarWalk.of(Files.readAllBytes(archive)).steps().stream()
              .filter(step -> step.entry().type() == '0')
              .toList();
      Path names = folder.resolve("names");
      Files.write(names, files.stream().map(TarWalk.Step::name).toList());
      run(
          List.of(
              "tar",
              "-xf",
              archive.toString(),
              "-C",
              out.toString(),
              "--no-same-owner",
              "--verbatim-files-from",
              "-T",
              names.toString()));
      for (TarWalk.Step file : files) {
        Path taken = out.resolve(file.name());
        assertThat(taken).as(file.name()).hasSize(file.entry().bytes());
        assertThat(sha256(Files.readAllBytes(taken))).isEqualTo(sha256(file.content()));
        assertThat(Files.getLastModifiedTime(taken).to(TimeUnit.SECONDS))
            .isEqualTo(Math.floorDiv(file.entry().mtimeMicros(), 1_000_000L));
      }
    }
  }

  private static void assertSame(List<String> ours, List<String> theirs) {
    for (int at = 0; at < Math.min(ours.size(), theirs.size()); at++) {
      assertThat(ours.get(at)).isEqualTo(theirs.get(at));
    }
    assertThat(ours).hasSameSizeAs(theirs);
  }

  private List<Path> archives() throws IOException {
    List<Path> archives = new ArrayList<>();
    for (int number = 0; number < ARCHIVES; number++) {
      byte[] archive = new RandomTar(new Seed(41).at(number).random()).archive(40);
      archives.add(Files.write(folder.resolve(number + ".tar"), archive));
    }
    return archives;
  }

  private static String sha256(byte[] content) {
    return HexFormat.of().formatHex(Digests.named("sha256").digest(content));
  }

  private List<String> run(List<String> command) throws Exception {
    Path errors = folder.resolve("errors");
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectError(errors.toFile())
              .start();
    } catch (IOException e) {
      assumeTrue(false, command.get(0) + " is not installed");
      throw e;
    }
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
    return output.lines().toList();
  }
}
