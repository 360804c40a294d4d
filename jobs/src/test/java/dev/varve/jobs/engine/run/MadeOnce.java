package dev.varve.jobs.engine.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.jobs.engine.run.Terminal.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * A folder that command lines fill once a build: the process that asks first makes it, the others
 * wait and take it over.
 *
 * @param answers of the lines, in order
 */
record MadeOnce(Path folder, List<Answer> answers) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Names the build; each build makes everything anew. */
  private static final String BUILD =
      System.getProperty("build.id", String.valueOf(ProcessHandle.current().pid()));

  private static final Path FOLDER = Path.of("target", "worlds", BUILD).toAbsolutePath();

  /**
   * @param make runs the lines that fill the folder, all of which must end well
   */
  static MadeOnce of(String name, Function<Path, List<Answer>> make) {
    Path folder = FOLDER.resolve(name);
    Path done = FOLDER.resolve(name + ".json");
    try {
      Files.createDirectories(FOLDER);
      try (FileChannel channel =
              FileChannel.open(
                  FOLDER.resolve(name + ".lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          FileLock unused = channel.lock()) {
        if (!Files.exists(done)) {
          List<Answer> answers = make.apply(folder);
          answers.forEach(Answer::done);
          JSON.writeValue(done.toFile(), answers);
        }
      }
      return new MadeOnce(folder, Arrays.asList(JSON.readValue(done.toFile(), Answer[].class)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
