package dev.varve.jobs.host;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * Memory of this process: with the embedded engine that of all the work, under spark-submit that of
 * the driver.
 */
public final class ProcessMemory {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String PEAK = "VmHWM:";

  private ProcessMemory() {}

  /** The most resident bytes since the start, heap and all else; empty without /proc. */
  public static OptionalLong peakBytes() {
    try {
      return peakBytes(Files.readString(STATUS, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /** Line VmHWM of a status file, in KiB there; see proc(5). */
  static OptionalLong peakBytes(String status) {
    return status
        .lines()
        .filter(line -> line.startsWith(PEAK))
        .map(line -> line.replaceAll("\\D", ""))
        .mapToLong(digits -> Long.parseLong(digits) * 1024)
        .findFirst();
  }

  /** Bytes that the heap may still grow: its limit less what it has taken from the machine. */
  public static long heapLeftBytes() {
    var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    return Math.max(0, heap.getMax() - heap.getCommitted());
  }
}
