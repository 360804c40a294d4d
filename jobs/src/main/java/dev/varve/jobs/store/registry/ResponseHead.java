package dev.varve.jobs.store.registry;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The status and the headers of a response, which have to be there in a time: the timeouts of the
 * JDK end a host that is silent, not one that sends a byte now and then.
 */
final class ResponseHead {
  /** As many of the connection's timeouts may pass: for the connection, and for the host's work. */
  private static final int TIMEOUTS = 2;

  private static final ScheduledThreadPoolExecutor CLOCK =
      new ScheduledThreadPoolExecutor(
          1,
          task -> {
            Thread thread = new Thread(task, "response heads");
            thread.setDaemon(true);
            return thread;
          });

  static {
    CLOCK.setRemoveOnCancelPolicy(true);
  }

  private ResponseHead() {}

  /** Reads the head; its status. */
  static int read(HttpURLConnection connection) throws IOException {
    int millis = TIMEOUTS * connection.getReadTimeout();
    AtomicBoolean isOver = new AtomicBoolean();
    Runnable cut =
        () -> {
          if (isOver.compareAndSet(false, true)) {
            connection.disconnect();
          }
        };
    ScheduledFuture<?> late = CLOCK.schedule(cut, millis, TimeUnit.MILLISECONDS);
    Exception fault = null;
    try {
      int status = connection.getResponseCode();
      if (isOver.compareAndSet(false, true)) {
        return status;
      }
    } catch (IOException | RuntimeException e) {
      if (isOver.compareAndSet(false, true)) {
        throw e;
      }
      fault = e; // of the JDK, about a connection that was closed under it
    } finally {
      late.cancel(false);
    }
    throw new IOException(
        "%s sent no whole head of a response in %d s: raise registry.timeout-seconds, or try again later"
            .formatted(connection.getURL().getAuthority(), TimeUnit.MILLISECONDS.toSeconds(millis)),
        fault);
  }
}
