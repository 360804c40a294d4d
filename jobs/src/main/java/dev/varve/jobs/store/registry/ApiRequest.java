package dev.varve.jobs.store.registry;

/**
 * A request to a registry.
 *
 * @param method GET or HEAD
 * @param repository that it is about; empty for the list of repositories
 * @param path behind {@code /v2/}, with its query
 * @param first byte that is wanted
 * @param last byte that is wanted, or -1 for the end
 */
record ApiRequest(String method, String repository, String path, long first, long last) {
  /** A request for a whole document. */
  static ApiRequest get(String repository, String path) {
    return new ApiRequest("GET", repository, path, 0, -1);
  }

  static ApiRequest head(String repository, String path) {
    return new ApiRequest("HEAD", repository, path, 0, -1);
  }

  boolean isPart() {
    return first > 0 || last >= 0;
  }

  /** The range as HTTP has it. */
  String range() {
    return "bytes=" + first + "-" + (last < 0 ? "" : last);
  }
}
