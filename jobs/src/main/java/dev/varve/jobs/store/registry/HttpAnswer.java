package dev.varve.jobs.store.registry;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.jspecify.annotations.Nullable;

/** A host's response to a request. Closing it frees the connection for other requests. */
final class HttpAnswer implements Closeable {
  private static final int MAX_REASON_CHARS = 100;

  private final HttpUriRequestBase request;
  private final ClassicHttpResponse response;
  private Origin origin;
  private final HostBudget budget;
  private @Nullable Runnable release;
  private @Nullable PacedBody body;

  /**
   * A response whose head was read.
   *
   * @param origin origin that sent it
   */
  HttpAnswer(
      HttpUriRequestBase request, ClassicHttpResponse response, Origin origin, HostBudget budget) {
    this.request = request;
    this.response = response;
    this.origin = origin;
    this.budget = budget;
  }

  /**
   * This response attributed to another origin: after redirects, the first foreign origin they led
   * to.
   */
  HttpAnswer attributedTo(Origin other) {
    origin = other;
    return this;
  }

  /** This response, extended by a step that runs when it is closed. */
  HttpAnswer releasing(Runnable step) {
    release = step;
    return this;
  }

  Origin origin() {
    return origin;
  }

  int status() {
    return response.getCode();
  }

  /** Whether the status says that the body is the requested content, or a part of it. */
  boolean isOk() {
    return status() == 200 || status() == 206;
  }

  /** The status and its words, such as {@code 404 Not Found}. */
  String statusText() {
    String reason = response.getReasonPhrase();
    return reason == null || reason.isEmpty()
        ? "" + status()
        : status() + " " + reason.substring(0, Math.min(reason.length(), MAX_REASON_CHARS));
  }

  @Nullable String header(String name) {
    Header header = response.getFirstHeader(name);
    return header == null ? null : header.getValue();
  }

  /** All headers of a name. */
  List<String> headers(String name) {
    return Arrays.stream(response.getHeaders(name)).map(Header::getValue).toList();
  }

  /** The length of the body in bytes; -1 if unknown. */
  long bytes() {
    HttpEntity entity = response.getEntity();
    if (entity != null) {
      return entity.getContentLength();
    }
    String length = header("Content-Length"); // for HEAD, the length that GET would return
    return length != null && length.matches("\\d{1,18}") ? Long.parseLong(length) : -1;
  }

  InputStream body() throws IOException {
    HttpEntity entity = response.getEntity();
    if (entity == null) {
      return InputStream.nullInputStream();
    }
    PacedBody paced =
        new PacedBody(entity.getContent(), budget, request::cancel, PacedBody.SLOW_MILLIS);
    body = paced;
    return paced;
  }

  /** Closes the response. The connection is reused if the whole body was read. */
  @Override
  public void close() {
    PacedBody read = body;
    try {
      if (read != null && read.totalBytes() == bytes()) {
        read.read(); // the end of the body, which needs no more bytes
      }
    } catch (IOException e) {
      // Ignored: the connection is just not reused.
    }
    abort();
  }

  /** Aborts the response in the middle of its body. */
  void abort() {
    PacedBody read = body;
    if (read != null) {
      read.release();
    }
    request.cancel(); // not close(), which would read the rest of the body
    Runnable step = release;
    release = null;
    if (step != null) {
      step.run();
    }
  }
}
