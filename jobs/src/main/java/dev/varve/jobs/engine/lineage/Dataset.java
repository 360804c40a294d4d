package dev.varve.jobs.engine.lineage;

import dev.varve.jobs.store.Locations;
import java.util.List;

/**
 * The name of a file, folder or table by the naming rules of OpenLineage, so that events of other
 * programs about the same place have the same name.
 *
 * @see <a href="https://openlineage.io/docs/spec/naming">Naming conventions</a>
 */
record Dataset(String namespace, String name) {
  private static final String SEPARATOR = "://";

  /** Begins of the schemes of object stores, and the scheme that stands for all of them. */
  private enum Objects {
    S3("s3", "s3"),
    GS("gs", "gs"),
    ABFS("abfs", "abfss"),
    WASB("wasb", "wasbs");

    private final String begin;
    private final String scheme;

    Objects(String begin, String scheme) {
      this.begin = begin;
      this.scheme = scheme;
    }
  }

  /** The dataset at a location with a scheme, as {@link Locations} has them. */
  static Dataset at(String location) {
    String scheme = Locations.scheme(location);
    if (Locations.isLocal(location)) {
      return new Dataset(scheme, named(Locations.local(location).toString()));
    }
    String rest = location.substring(location.indexOf(':') + 1);
    String authority = "";
    if (rest.startsWith("//")) {
      int path = rest.indexOf('/', 2);
      authority = rest.substring(2, path < 0 ? rest.length() : path);
      rest = path < 0 ? "" : rest.substring(path);
    }
    for (Objects objects : List.of(Objects.values())) {
      if (scheme.startsWith(objects.begin)) {
        return new Dataset(
            objects.scheme + SEPARATOR + authority, named(rest.replaceFirst("^/+", "")));
      }
    }
    return new Dataset(authority.isEmpty() ? scheme : scheme + SEPARATOR + authority, named(rest));
  }

  private static String named(String path) {
    String name = path.replaceFirst("/+$", "");
    return name.isEmpty() ? "/" : name;
  }
}
