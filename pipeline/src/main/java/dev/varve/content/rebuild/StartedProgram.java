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
 * A started program, and all programs that it starts. A child that outlives its parent is no
 * descendant of the program any more. On Linux it is still found, by a variable of its environment.
 *
 * @param process the program itself
 * @param mark text of the environment variable, unique to this program and its children
 */
record StartedProgram(Process process, String mark) {
  private static final String VARIABLE = "VARVE_PROGRAM";
  private static final Path PROCESSES = Path.of("/proc");

  /**
   * Rounds of searching for marked processes, as some may start others while they are being ended.
   */
  private static final int MOST_ROUNDS = 20;

  /** Starts a program without a shell; its standard error is discarded. */
  static StartedProgram of(List<String> command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    String id = UUID.randomUUID().toString();
    builder.environment().put(VARIABLE, id);
    return new StartedProgram(builder.start(), VARIABLE + "=" + id);
  }

  /**
   * Ends the program and all that it has started. Handles are used because they leave the streams
   * open, so the output can still be read to its end. The program goes first, so that it does not
   * go on without its children.
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

  /** The running processes with the environment variable; none on systems without {@code /proc}. */
  private List<ProcessHandle> marked() {
    try (Stream<Path> processes = Files.list(PROCESSES)) {
      return processes
          .map(folder -> folder.getFileName().toString())
          .filter(name -> name.chars().allMatch(Character::isDigit))
          // The handle is taken before the mark is read: it stays with this process, even if
          // another one gets its number later.
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
      // A process that has ended, but whose parent has not waited for it, has an empty environment
      // here.
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1).contains(mark);
    } catch (IOException e) {
      return false; // The process is another user's, or has ended.
    }
  }
}
