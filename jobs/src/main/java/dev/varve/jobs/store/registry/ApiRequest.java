package dev.varve.jobs.store.registry;

/**
 * A request to a registry's API.
 *
 * @param method GET or HEAD
 * @param repository the repository that is requested; empty for the list of repositories
 * @param path path after {@code /v2/}, with the query
 * @param firstByte first requested byte of the body
 * @param lastByte last requested byte of the body; -1 for the end
 */
record ApiRequest(String method, String repository, String path, long firstByte, long lastByte) {
  /** A request for a whole document. */
  static ApiRequest get(String repository, String path) {
    return new ApiRequest("GET", repository, path, 0, -1);
  }

  static ApiRequest head(String repository, String path) {
    return new ApiRequest("HEAD", repository, path, 0, -1);
  }

  boolean isPart() {
    return firstByte > 0 || lastByte >= 0;
  }

  /** The value of the Range header. */
  String range() {
    return "bytes=" + firstByte + "-" + (lastByte < 0 ? "" : lastByte);
  }
}
