package dev.varve.input.digest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The C code without a JVM around it: of this machine, and of others as far as they are emulated.
 */
@Tag("thorough")
class DigestsInCTest {
  private static final int BYTES = 200_000;
  private static final int LEAST_LINES = 600;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"cc, env", "aarch64-linux-gnu-gcc, qemu-aarch64"})
  void everyDigestIsTheJdks(String compiler, String runner) throws Exception {
    assumeTrue(isThere(compiler) && isThere(runner));
    String program = folder.resolve("print").toString();
    run(compiler, "-std=gnu11", "-O2", "-static", "-o", program, "src/test/c/print_digests.c");
    byte[] data = new byte[BYTES];
    for (int at = 0; at < data.length; at++) {
      data[at] = (byte) (131 * at + at / 256);
    }
    List<String> lines = run(runner, program);
    assertThat(lines).hasSizeGreaterThan(LEAST_LINES);
    for (String line : lines) {
      String[] words = line.split(" ");
      int from = Integer.parseInt(words[0]);
      MessageDigest expected = MessageDigest.getInstance("SHA-256");
      expected.update(data, from, Integer.parseInt(words[1]) - from);
      assertThat(words[2]).as(line).isEqualTo(HexFormat.of().formatHex(expected.digest()));
    }
  }

  private static boolean isThere(String command) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(path -> Files.isExecutable(Path.of(path, command)));
  }

  private static List<String> run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    byte[] printed = process.getInputStream().readAllBytes();
    assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
    return new String(printed, StandardCharsets.US_ASCII).lines().toList();
  }
}
