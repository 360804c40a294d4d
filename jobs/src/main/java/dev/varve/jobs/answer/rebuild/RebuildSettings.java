package dev.varve.jobs.answer.rebuild;

import dev.varve.content.rebuild.CommandEncoder;
import dev.varve.content.rebuild.TriedEncoders;
import dev.varve.jobs.conf.MayBeEmpty;
import dev.varve.jobs.conf.Range;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Settings of section rebuild: the encoders to try on blobs, and the size of tasks.
 *
 * @param commands programs to try, with their arguments, which compress standard input
 * @param commandSeconds time limit of a program for one blob
 * @param taskBytes bytes of archives in one task; a larger layer has a task of its own
 */
public record RebuildSettings(
    @Range(low = 1, high = 9) List<Integer> zlibLevels,
    @Range(low = 1, high = 22) List<Integer> zstdLevels,
    @MayBeEmpty List<Program> commands,
    int commandSeconds,
    long taskBytes) {

  /** Program with its arguments; parsing fails if no such executable exists. */
  record Program(List<String> words) {
    static Program parse(String line) {
      List<String> words = List.of(line.strip().split("\\s+"));
      String program = words.get(0);
      Stream<Path> candidates =
          program.contains("/")
              ? Stream.of(Path.of(program))
              : Stream.of(
                      Optional.ofNullable(System.getenv("PATH"))
                          .orElse("")
                          .split(File.pathSeparator))
                  .map(folder -> Path.of(folder, program));
      if (candidates.noneMatch(
          candidate -> Files.isRegularFile(candidate) && Files.isExecutable(candidate))) {
        throw new IllegalArgumentException("there is no program " + program);
      }
      return new Program(words);
    }

    CommandEncoder encoder(int seconds) {
      return new CommandEncoder(String.join(" ", words), words, Duration.ofSeconds(seconds));
    }
  }

  TriedEncoders encoders() {
    return new TriedEncoders(
        Set.copyOf(zlibLevels),
        Set.copyOf(zstdLevels),
        commands.stream().map(program -> program.encoder(commandSeconds)).toList());
  }
}
