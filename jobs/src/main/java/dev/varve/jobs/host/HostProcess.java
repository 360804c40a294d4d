package dev.varve.jobs.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * A process of some host, as a text that others can read.
 *
 * @param host the scope of process ids: the host, and on Linux the process namespace
 * @param pid its number there
 * @param started when it began, by the clock of the host; a clock that is set moves it
 */
public record HostProcess(String host, long pid, String started) {
  /** This process. */
  public static HostProcess self() throws IOException {
    ProcessHandle self = ProcessHandle.current();
    return new HostProcess(here(), self.pid(), started(self));
  }

  /** The process of a text of {@link #text}; empty for any other. */
  public static Optional<HostProcess> of(String text) {
    String[] parts = text.split(" ");
    return parts.length == 3 && parts[1].matches("\\d{1,18}")
        ? Optional.of(new HostProcess(parts[0], Long.parseLong(parts[1]), parts[2]))
        : Optional.empty();
  }

  /** A line without its end. */
  public String text() {
    return host + " " + pid + " " + started;
  }

  /** Whether it is one of this host. */
  public boolean isHere() throws IOException {
    return host.equals(here());
  }

  /** Whether a process of this host runs, as far as the clock shows. */
  public boolean isAlive() {
    return handle().filter(handle -> started(handle).equals(started)).isPresent();
  }

  /** Whether no process of this host has its number. */
  public boolean isGone() {
    return handle().isEmpty();
  }

  private Optional<ProcessHandle> handle() {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
  }

  private static String started(ProcessHandle handle) {
    return handle.info().startInstant().map(Instant::toString).orElse("-");
  }

  private static String here() throws IOException {
    String name = "unnamed";
    try {
      name = InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      // The host cannot look up its own name; the process namespace still differs from most others.
    }
    Path namespace = Path.of("/proc/self/ns/pid");
    return Files.isSymbolicLink(namespace) ? name + "/" + Files.readSymbolicLink(namespace) : name;
  }
}
