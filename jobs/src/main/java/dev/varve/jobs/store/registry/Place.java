package dev.varve.jobs.store.registry;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A location in a registry: {@code docker://HOST}, or {@code
 * docker://HOST/REPOSITORY/KIND/REFERENCE}.
 *
 * @param host host with its port
 * @param repository name as in the location; empty for the registry itself
 * @param kind tags, referrers, manifests or blobs; empty for the registry itself
 * @param reference a tag or a digest; empty for the list of tags
 */
record Place(String host, String repository, String kind, String reference) {
  private static final Pattern FORM =
      Pattern.compile(
          "docker://([^/]+)(?:/(.+?)/(?:(tags)|(manifests|blobs|referrers)/([^/]+)))?/?");

  static Place of(String location) {
    Matcher parts = FORM.matcher(location);
    if (!parts.matches()) {
      throw new IllegalArgumentException("no location in a registry: " + location);
    }
    return new Place(
        parts.group(1),
        groupOrEmpty(parts, 2),
        parts.group(3) == null ? groupOrEmpty(parts, 4) : "tags",
        groupOrEmpty(parts, 5));
  }

  private static String groupOrEmpty(Matcher parts, int group) {
    return parts.group(group) == null ? "" : parts.group(group);
  }

  boolean isFile() {
    return kind.equals("manifests") || kind.equals("blobs");
  }

  /** The location of the repository. */
  String repositoryRoot() {
    return "docker://" + host + "/" + repository;
  }

  /** The path of a manifest, a blob or a list of referrers below {@code /v2/}. */
  String path(RegistryHost host) {
    return host.name().repository(repository) + "/" + kind + "/" + reference;
  }
}
