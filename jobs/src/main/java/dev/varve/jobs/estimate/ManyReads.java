package dev.varve.jobs.estimate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Short reads of many files, which wait more than they work, on threads of this program. */
final class ManyReads {
  private static final int THREADS = 16;

  private ManyReads() {}

  /** A short read. */
  interface Read<T, R> {
    /** What is read of one. */
    R of(T one) throws IOException;
  }

  /** What is read of each, in their order. */
  static <T, R> List<R> of(List<T> all, Read<T, R> read) throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<R>> asked = new ArrayList<>();
      for (T one : all) {
        asked.add(threads.submit(() -> read.of(one)));
      }
      List<R> told = new ArrayList<>();
      for (Future<R> one : asked) {
        told.add(one.get());
      }
      return told;
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      threads.shutdownNow();
    }
  }
}
