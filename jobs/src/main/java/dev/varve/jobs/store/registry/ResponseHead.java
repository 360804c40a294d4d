package dev.varve.jobs.store.registry;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.MessageConstraintException;

/**
 * Reads the status and headers of a response within a time limit. A socket's timeout alone would
 * not do: it stops a silent host, but not one that sends a byte now and then.
 */
final class ResponseHead {
  /**
   * Most bytes that are read of the body of an unused response, so that its connection can be
   * reused.
   */
  private static final int MAX_UNUSED_BYTES = 16 << 10;

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

  /** Runs a step repeatedly, at an interval of {@code millis}, until the future is cancelled. */
  static Future<?> every(long millis, Runnable step) {
    return CLOCK.scheduleWithFixedDelay(step, millis, millis, TimeUnit.MILLISECONDS);
  }

  /** Sends a request, and reads the head of its response within the time limit. */
  static ClassicHttpResponse read(
      CloseableHttpClient client, HttpUriRequestBase request, int millis) throws IOException {
    AtomicBoolean isOver = new AtomicBoolean();
    Runnable cut =
        () -> {
          if (isOver.compareAndSet(false, true)) {
            request.cancel();
          }
        };
    ScheduledFuture<?> late = CLOCK.schedule(cut, millis, TimeUnit.MILLISECONDS);
    Exception fault = null;
    try {
      ClassicHttpResponse response = client.executeOpen(null, request, null);
      skipUnused(response);
      if (isOver.compareAndSet(false, true)) {
        return response;
      }
    } catch (IOException | RuntimeException e) {
      if (isOver.compareAndSet(false, true)) {
        request.cancel();
        throw explained(request, e);
      }
      fault = e; // a fault of a connection that the time limit closed
    } finally {
      late.cancel(false);
    }
    throw new IOException(
        "%s sent no whole head of a response in %d s: raise registry.timeout-seconds, or try again later"
            .formatted(request.getAuthority(), TimeUnit.MILLISECONDS.toSeconds(millis)),
        fault);
  }

  /**
   * Reads the body of a response that is not the requested content, if it is short, so that its
   * connection can be reused.
   */
  private static void skipUnused(ClassicHttpResponse response) throws IOException {
    HttpEntity entity = response.getEntity();
    if (entity != null && response.getCode() >= 300) {
      InputStream body = entity.getContent();
      if (body.skip(MAX_UNUSED_BYTES) < MAX_UNUSED_BYTES) {
        body.read(); // the end of the body
      }
    }
  }

  private static IOException explained(HttpUriRequestBase request, Exception fault) {
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      if (cause instanceof MessageConstraintException) {
        return new MalformedBlobException(
            RejectReason.LIMIT,
            "%s answers with headers beyond a limit: %s"
                .formatted(request.getAuthority(), cause.getMessage()));
      }
    }
    return fault instanceof IOException known ? known : new IOException(fault.toString(), fault);
  }
}
