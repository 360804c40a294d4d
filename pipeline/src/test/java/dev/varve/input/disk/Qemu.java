package dev.varve.input.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * QEMU's own tools, the reference of every test of disks; a test is skipped where they are missing.
 */
public final class Qemu {
  private Qemu() {}

  public static void assumeInstalled() throws Exception {
    assumeTrue(run("qemu-img", "--version").contains("qemu-img"), "qemu-img is not installed");
    assumeTrue(run("qemu-io", "--version").contains("qemu-io"), "qemu-io is not installed");
  }

  /** {@code qemu-img} with words that hold no blanks; fails with its output. */
  public static String img(String words, Path... files) throws Exception {
    List<String> command = new ArrayList<>(List.of("qemu-img"));
    command.addAll(Arrays.asList(words.split(" ")));
    for (Path file : files) {
      command.add(file.toString());
    }
    return run(command.toArray(String[]::new));
  }

  /** Commands such as {@code write -P 7 0 64k}, in one go. */
  public static void io(Path image, List<String> commands) throws Exception {
    io("qcow2", image, commands);
  }

  static void io(String format, Path image, List<String> commands) throws Exception {
    List<String> words = new ArrayList<>(List.of("qemu-io", "-f", format));
    for (String command : commands) {
      words.add("-c");
      words.add(command);
    }
    words.add(image.toString());
    run(words.toArray(String[]::new));
  }

  /** The whole disk as QEMU reads it. */
  static byte[] convert(Path image, String... options) throws Exception {
    Path raw = Files.createTempFile(image.getParent(), "converted", ".bytes");
    List<String> command = new ArrayList<>(List.of("qemu-img", "convert", "-O", "raw"));
    command.addAll(Arrays.asList(options));
    command.add(image.toString());
    command.add(raw.toString());
    run(command.toArray(String[]::new));
    byte[] bytes = Files.readAllBytes(raw);
    Files.delete(raw);
    return bytes;
  }

  /** The allocation map as QEMU sees it; the depth of what is absent is 0. */
  public static List<Extent> map(Path image, String... options) throws Exception {
    List<Extent> extents = new ArrayList<>();
    String words = "map --output=json" + String.join("", List.of(options));
    for (JsonNode node : new ObjectMapper().readTree(img(words, image))) {
      boolean data = node.get("data").asBoolean();
      boolean present = node.get("present").asBoolean();
      Extent.Kind kind = data ? Extent.Kind.DATA : present ? Extent.Kind.ZERO : Extent.Kind.ABSENT;
      int depth = kind == Extent.Kind.ABSENT ? 0 : node.get("depth").asInt();
      extents.add(new Extent(node.get("start").asLong(), node.get("length").asLong(), kind, depth));
    }
    return Disks.merged(extents);
  }

  public static String run(String... command) throws Exception {
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
    assertThat(process.exitValue()).as(String.join(" ", command) + "\n" + output).isZero();
    return output;
  }
}
