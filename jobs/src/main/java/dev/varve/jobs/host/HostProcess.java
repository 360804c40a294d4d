package dev.varve.jobs.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Identity of a process on some host, with a text form that other processes can read.
 *
 * @param host scope in which process ids are unique: the name of the host, and on Linux the PID
 *     namespace
 * @param pid process id in this scope
 * @param started start time by the clock of the host, or {@code -} if unknown. It changes if the
 *     clock is set
 */
public record HostProcess(String host, long pid, String started) {
  /** The identity of this process. */
  public static HostProcess self() throws IOException {
    ProcessHandle self = ProcessHandle.current();
    return new HostProcess(currentHost(), self.pid(), started(self));
  }

  /** Parses a text of {@link #text}; empty for any other text. */
  public static Optional<HostProcess> of(String text) {
    String[] parts = text.split(" ");
    return parts.length == 3 && parts[1].matches("\\d{1,18}")
        ? Optional.of(new HostProcess(parts[0], Long.parseLong(parts[1]), parts[2]))
        : Optional.empty();
  }

  /** The text form: one line, without its end. */
  public String text() {
    return host + " " + pid + " " + started;
  }

  /** Whether this is a process of this host and PID namespace. */
  public boolean isOnThisHost() throws IOException {
    return host.equals(currentHost());
  }

  /**
   * Whether the process runs: its process id exists, with an equal start time. If the clock was
   * set, a running process may look ended.
   */
  public boolean isAlive() {
    return handle().filter(handle -> started(handle).equals(started)).isPresent();
  }

  /** Whether no process of this host has this process id, so that it has ended for sure. */
  public boolean isGone() {
    return handle().isEmpty();
  }

  private Optional<ProcessHandle> handle() {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
  }

  private static String started(ProcessHandle handle) {
    return handle.info().startInstant().map(Instant::toString).orElse("-");
  }

  private static String currentHost() throws IOException {
    String name = "unnamed";
    try {
      name = InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      // The host cannot look up its own name. The PID namespace alone still differs between most
      // hosts.
    }
    Path namespace = Path.of("/proc/self/ns/pid");
    return Files.isSymbolicLink(namespace) ? name + "/" + Files.readSymbolicLink(namespace) : name;
  }
}
