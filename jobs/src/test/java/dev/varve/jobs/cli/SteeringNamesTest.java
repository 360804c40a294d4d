package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.cli.console.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.message.SimpleMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that would steer a terminal, on their ways to standard error. */
class SteeringNamesTest {
  private static final String RED = "red\u001b[31m\u009b0m\u202eeman";
  private static final String SHOWN = "red\\u{1b}[31m\\u{9b}0m\\u{202e}eman";

  @TempDir private Path folder;

  private static void assertShown(String printed) {
    assertThat(printed).contains(SHOWN).doesNotContain("\u001b", "\u009b", "\u202e", "\r");
  }

  @Test
  void complaintsShowThem() throws IOException {
    Path none = folder.resolve(RED);
    assertShown(varve("ingest registry %s --warehouse w", none).endsWith(4).err());
    assertShown(varve("ingest snapshots %s --warehouse w", none).endsWith(4).err());
    assertShown(varve("check --warehouse %s", none).endsWith(4).err());
    assertShown(varve("report %s --warehouse w", RED).endsWith(2).err());
    assertShown(varve("derive --warehouse w --conf %s", none).endsWith(2).err());
    assertShown(varve("derive --warehouse w --set %s=1", RED).endsWith(2).err());
    assertShown(varve("derive --warehouse w --%s", RED).endsWith(2).err());
    assertShown(varve("%s", RED).endsWith(2).err());
    Files.writeString(none, "no warehouse");
    assertShown(varve("check --warehouse %s", none).endsWith(2).err());
  }

  @Test
  void summariesShowThem() throws IOException {
    Path disks = folder.resolve(RED);
    Path vm = Files.createDirectories(disks.resolve("vm"));
    Files.write(vm.resolve("a.raw"), new byte[1000]);
    Files.write(vm.resolve(RED + ".qcow2"), new byte[1000]);
    assertShown(
        varve("ingest snapshots %s --warehouse %s", disks, folder.resolve("w" + RED)).done().err());
  }

  @Test
  void notesShowThem() {
    PrintStream err = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      Console.verbose().note("waiting for " + RED);
    } finally {
      System.setErr(err);
    }
    assertShown(printed.toString(StandardCharsets.UTF_8));
  }

  @Test
  void logsOfTheEngineHoldNoneOfThem() {
    LoggerContext context = (LoggerContext) LogManager.getContext(false);
    Log4jLogEvent event =
        Log4jLogEvent.newBuilder()
            .setLoggerName("a.Logger")
            .setLevel(Level.ERROR)
            .setMessage(new SimpleMessage("task failed at " + RED))
            .setThrown(new IOException(RED, new IOException("cause " + RED)))
            .build();
    String line =
        context
            .getConfiguration()
            .getAppender("stderr")
            .getLayout()
            .toSerializable(event)
            .toString();
    assertThat(line)
        .contains("ERROR Logger: task failed at red?[31m?0m?eman")
        .contains("\n\tat ")
        .contains("Caused by: java.io.IOException: cause red?[31m")
        .doesNotContain("\u001b", "\u009b", "\u202e");
    assertThat(line.split("Caused by")).as("an exception is written once").hasSize(2);
  }
}
