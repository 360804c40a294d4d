package dev.varve.simulation.request;

/**
 * An entry of a registry's trace, as it stands there. Texts are compared by their bytes.
 *
 * @param atMicros since 1970
 * @param client {@code http.request.remoteaddr}
 * @param method of HTTP, in capitals
 * @param repository with its user: {@code user/repo}; empty for {@link Kind#OTHER}
 * @param id of the manifest or blob; of an upload anything that follows, or empty
 * @param status of HTTP
 * @param bytes {@code http.response.written}
 */
public record RegistryRequest(
    long atMicros,
    String client,
    String method,
    Kind kind,
    String repository,
    String id,
    int status,
    long bytes,
    long durationMicros) {

  /** The resource that the URI names. */
  public enum Kind {
    MANIFEST,
    BLOB,
    /** A blob on its way in, which has no digest yet. */
    UPLOAD,
    OTHER
  }
}
