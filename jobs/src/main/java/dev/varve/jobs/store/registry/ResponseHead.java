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
 * The status and the headers of a response, which have to be there in a time: the timeouts of a
 * socket end a host that is silent, not one that sends a byte now and then.
 */
final class ResponseHead {
  /** An answer that is not used is read up to here, so that its connection may be used again. */
  private static final int MOST_UNUSED_BYTES = 16 << 10;

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

  /** Runs a step again and again, after so many milliseconds each. */
  static Future<?> every(long millis, Runnable step) {
    return CLOCK.scheduleWithFixedDelay(step, millis, millis, TimeUnit.MILLISECONDS);
  }

  /** Sends a request, and reads the head of its response. */
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
      fault = e; // about a connection that was closed under it
    } finally {
      late.cancel(false);
    }
    throw new IOException(
        "%s sent no whole head of a response in %d s: raise registry.timeout-seconds, or try again later"
            .formatted(request.getAuthority(), TimeUnit.MILLISECONDS.toSeconds(millis)),
        fault);
  }

  /** Reads the words of an answer that is not what was requested, if they are few. */
  private static void skipUnused(ClassicHttpResponse response) throws IOException {
    HttpEntity entity = response.getEntity();
    if (entity != null && response.getCode() >= 300) {
      InputStream body = entity.getContent();
      if (body.skip(MOST_UNUSED_BYTES) < MOST_UNUSED_BYTES) {
        body.read(); // its end
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
