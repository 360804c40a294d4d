package dev.varve.simulation.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What strace itself writes, whatever its options; skipped where it may not trace. */
@Tag("thorough")
class StraceToolTest {
  private static final String SCRIPT =
      "cd \"$0/sub\"; cat 'a<b>, \"c) = 5' ../plain; read x < plain; (exec cat plain); true";

  @TempDir private Path folder;

  /** Options, and whether the text goes to a file or, as to a terminal, to the errors. */
  @ParameterizedTest
  @CsvSource({
    "-f, true",
    "-f -y, true",
    "-f -yy -Y, true",
    "-f -r, true",
    "-f -t, true",
    "-f -tt -r, true",
    "-f -ttt -T, true",
    "-f -i -n, true",
    "-f -x, true",
    "-f -xx -y, true",
    "-f -v, true",
    "-f -C, true",
    "-f -X raw, true",
    "-f -X verbose, true",
    "-f -s 2, true",
    "-f -k, true",
    "-f, false",
    "-f -y, false",
    "-f -tt -T -yy, false",
    "-f -Y -i, false"
  })
  void theSameReadsAreFoundWithAnyOptions(String options, boolean isFile) throws Exception {
    Path sub = Files.createDirectory(folder.resolve("sub"));
    Files.writeString(sub.resolve("a<b>, \"c) = 5"), "12345");
    Files.writeString(sub.resolve("plain"), "line\n");
    Files.writeString(folder.resolve("plain"), "123");
    String text = trace(options, isFile);
    List<String> lines = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    try (StraceText strace = new StraceText(new StringReader(text), "image", "run")) {
      for (AccessSource.Line line = strace.next(); line != null; line = strace.next()) {
        Access access = line.access();
        if (access == null) {
          faults.add(line.line() + ": " + line.fault());
        } else if (access.path().startsWith(folder.toString()) && access.bytes() > 0) {
          String path = access.path().substring(folder.toString().length());
          lines.add(path + " " + access.offset() + "+" + access.bytes());
        }
      }
    }
    assertThat(faults).as(text).isEmpty();
    // The shell reads its redirected input a letter at a time.
    assertThat(lines)
        .as(text)
        .containsExactly(
            "/sub/a<b>, \"c) = 5 0+5",
            "/sub/../plain 0+3",
            "/sub/plain 0+1",
            "/sub/plain 1+1",
            "/sub/plain 2+1",
            "/sub/plain 3+1",
            "/sub/plain 4+1",
            "/sub/plain 0+5");
  }

  private String trace(String options, boolean isFile) throws Exception {
    Path trace = folder.resolve("trace");
    List<String> command = new ArrayList<>(List.of("strace"));
    command.addAll(List.of(options.split(" ")));
    if (isFile) {
      command.addAll(List.of("-o", trace.toString()));
    }
    command.addAll(List.of("dash", "-c", SCRIPT, folder.toString()));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(isFile ? folder.resolve("errors").toFile() : trace.toFile());
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      assumeTrue(false, "strace is not installed");
      throw e;
    }
    process.getOutputStream().close();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assumeTrue(process.exitValue() == 0, "strace may not trace here");
    return Files.readString(trace, StandardCharsets.ISO_8859_1);
  }
}
