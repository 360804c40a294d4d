package dev.varve.content.rebuild;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A program with all that it starts. A child that outlives its parent, in a session of its own or
 * not, is nobody's descendant any more; on Linux it is known by a variable of its environment.
 *
 * @param process of the program itself
 * @param mark the text of the variable, which no other program has
 */
record StartedProgram(Process process, String mark) {
  private static final String VARIABLE = "VARVE_PROGRAM";
  private static final Path PROCESSES = Path.of("/proc");

  /** A process that starts others while they are ended is looked for so often. */
  private static final int MOST_ROUNDS = 20;

  /** Starts a program without a shell; what it says of errors is dropped. */
  static StartedProgram of(List<String> command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    String id = UUID.randomUUID().toString();
    builder.environment().put(VARIABLE, id);
    return new StartedProgram(builder.start(), VARIABLE + "=" + id);
  }

  /**
   * Ends all of them. By handles, which leave the streams open: what was written can be read to its
   * end. The program goes first, so that it does not go on when its children are gone.
   */
  void end() {
    Set<ProcessHandle> all = new HashSet<>(process.descendants().toList());
    process.toHandle().destroyForcibly();
    all.forEach(ProcessHandle::destroyForcibly);
    for (int round = 0; round < MOST_ROUNDS; round++) {
      List<ProcessHandle> marked = marked();
      marked.forEach(ProcessHandle::destroyForcibly);
      if (marked.isEmpty()) {
        return;
      }
    }
  }

  /** The running processes that have the variable; none where a system has no such files. */
  private List<ProcessHandle> marked() {
    try (Stream<Path> processes = Files.list(PROCESSES)) {
      return processes
          .map(folder -> folder.getFileName().toString())
          .filter(name -> name.chars().allMatch(Character::isDigit))
          // The handle first: it is of this process, whoever has its number later.
          .flatMap(name -> ProcessHandle.of(Long.parseLong(name)).stream())
          .filter(this::isMarked)
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private boolean isMarked(ProcessHandle handle) {
    Path environment = PROCESSES.resolve(handle.pid() + "/environ");
    try (InputStream in = Files.newInputStream(environment)) {
      // One that has ended and that nobody has waited for yet has none.
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1).contains(mark);
    } catch (IOException e) {
      return false; // It is another user's, or has ended.
    }
  }
}
