package dev.varve.jobs.host;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * Memory of this process. An embedded engine does all its work in it; under spark-submit it is only
 * the driver.
 */
public final class ProcessMemory {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String PEAK_LINE = "VmHWM:";

  private ProcessMemory() {}

  /**
   * The peak of resident bytes since the start, heap and other memory; empty on systems without
   * /proc.
   */
  public static OptionalLong peakBytes() {
    try {
      return peakBytes(Files.readString(STATUS, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /** Reads line VmHWM of a status file, which is in KiB, as bytes; see proc(5). */
  static OptionalLong peakBytes(String status) {
    return status
        .lines()
        .filter(line -> line.startsWith(PEAK_LINE))
        .map(line -> line.replaceAll("\\D", ""))
        .mapToLong(digits -> Long.parseLong(digits) * 1024)
        .findFirst();
  }

  /** Bytes by which the heap may still grow: its limit less its committed size. */
  public static long heapLeftBytes() {
    var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    return Math.max(0, heap.getMax() - heap.getCommitted());
  }
}
