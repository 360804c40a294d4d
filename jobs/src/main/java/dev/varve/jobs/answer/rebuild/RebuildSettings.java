package dev.varve.jobs.answer.rebuild;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.rebuild.CommandEncoder;
import dev.varve.rebuild.TriedEncoders;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is tried on blobs, and how they are spread over tasks.
 *
 * @param tried encoders
 * @param taskBytes stored bytes of one task; a larger layer has a task of its own
 */
public record RebuildSettings(TriedEncoders tried, long taskBytes) {
  private static final int HIGHEST_ZLIB = 9;
  private static final int HIGHEST_ZSTD = 22;

  /** Reads section rebuild. */
  public static RebuildSettings read(SettingReader settings) {
    return new RebuildSettings(
        new TriedEncoders(
            Set.copyOf(settings.counts("rebuild.zlib-levels", 1, HIGHEST_ZLIB)),
            Set.copyOf(settings.counts("rebuild.zstd-levels", 1, HIGHEST_ZSTD)),
            commands(settings)),
        settings.bytes("rebuild.task-bytes"));
  }

  private static List<CommandEncoder> commands(SettingReader settings) {
    Duration most = Duration.ofSeconds(settings.count("rebuild.command-seconds"));
    List<CommandEncoder> commands = new ArrayList<>();
    if (!settings.text("rebuild.commands").isBlank()) {
      settings
          .parsed("rebuild.commands", line -> command(line, most), Optional.<CommandEncoder>empty())
          .forEach(command -> command.ifPresent(commands::add));
    }
    return commands;
  }

  /** A program and its arguments, which blanks separate; its line is its name. */
  private static Optional<CommandEncoder> command(String line, Duration most) {
    List<String> words = List.of(line.strip().split("\\s+"));
    String program = words.get(0);
    Stream<Path> places =
        program.contains("/")
            ? Stream.of(Path.of(program))
            : Stream.of(
                    Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator))
                .map(folder -> Path.of(folder, program));
    if (places.noneMatch(place -> Files.isRegularFile(place) && Files.isExecutable(place))) {
      throw new IllegalArgumentException("there is no program " + program);
    }
    return Optional.of(new CommandEncoder(String.join(" ", words), words, most));
  }
}
