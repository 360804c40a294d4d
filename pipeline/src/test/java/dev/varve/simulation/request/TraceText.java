package dev.varve.simulation.request;

import java.util.ArrayList;
import java.util.List;

/** Writes a trace as the published ones are written; times are seconds of one minute. */
final class TraceText {
  private final List<String> entries = new ArrayList<>();

  TraceText add(double second, String client, String method, String uri, long written) {
    entries.add(entry(second, client, method, uri, written));
    return this;
  }

  static String entry(double second, String client, String method, String uri, long written) {
    return """
        {
          "host": "dc118836",
          "http.request.duration": 0.879271282,
          "http.request.method": "%s",
          "http.request.remoteaddr": "%s",
          "http.request.uri": "%s",
          "http.request.useragent": "docker/17.04.0-ce go/go1.7.5 git-commit/4845c56",
          "http.response.status": 200,
          "http.response.written": %d,
          "id": "9f63984h",
          "timestamp": "2017-07-01T01:39:%06.3fZ"
        }"""
        .formatted(method, client, uri, written, second);
  }

  @Override
  public String toString() {
    return "[" + String.join(",\n", entries) + "]\n";
  }
}
