package dev.varve.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What one input may cost, whatever it says. */
final class Bounds {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final long MOST_ALLOCATED_BYTES = 400L << 20;
  private static final long MOST_NANOS = 20_000_000_000L;

  private Bounds() {}

  /** Reads the bytes; fails when that takes more than an input of this size may take. */
  static boolean accepts(FuzzTarget target, byte[] data) throws Exception {
    long thread = Thread.currentThread().getId();
    long allocated = THREADS.getThreadAllocatedBytes(thread);
    long start = THREADS.getCurrentThreadCpuTime();
    boolean accepted = target.accepts(data);
    long bytes = THREADS.getThreadAllocatedBytes(thread) - allocated;
    long nanos = THREADS.getCurrentThreadCpuTime() - start;
    if (bytes > MOST_ALLOCATED_BYTES || nanos > MOST_NANOS) {
      throw new AssertionError(
          data.length
              + " bytes took "
              + bytes
              + " bytes of memory and "
              + nanos
              + " ns of CPU time");
    }
    return accepted;
  }
}
