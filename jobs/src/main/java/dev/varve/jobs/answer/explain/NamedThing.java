package dev.varve.jobs.answer.explain;

import dev.varve.input.source.ImageName;
import dev.varve.jobs.conf.InvalidSettingsException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Object of a warehouse that a user named in verb explain. A name is looked up in this order:
 * digest of a blob; fingerprint of a content of files; fingerprint of a chunk of disks; repository
 * with a tag or digest; snapshot of a VM. What of blobs and tags is gone from its source comes
 * next. Any other name is a path.
 *
 * @param name the whole digest or fingerprint; for {@link Kind#PATH} the name as the user wrote it
 */
record NamedThing(Kind kind, String name) {
  /** The kinds of things. */
  enum Kind {
    LAYER,
    IMAGE,
    MANIFEST,
    BLOB,
    CONTENT,
    CHUNK,
    SNAPSHOT,
    GONE,
    GONE_TAG,
    PATH
  }

  /** Least hexadecimal digits of a prefix: shorter ones are likely to be ambiguous soon. */
  private static final int MIN_DIGITS = 8;

  /** Hexadecimal digits of the longest hash, SHA-512. */
  private static final int MAX_DIGITS = 128;

  /** Number of ambiguous things that a message names. */
  private static final int MAX_LISTED = 10;

  private static final String DEFAULT_ALGORITHM = "sha256:";

  /** Form of a digest in the image specification of OCI. */
  private static final Pattern DIGEST =
      Pattern.compile("[a-z0-9]+(?:[+._-][a-z0-9]+)*:([A-Za-z0-9=_-]+)");

  /** Reference to a manifest: REPOSITORY:TAG or REPOSITORY@DIGEST. */
  private static final Pattern REFERENCE = Pattern.compile("(.+?)(?:@([^@/]+)|:([^:@/]+))");

  private static final Pattern DIGITS =
      Pattern.compile("[0-9a-f]{%d,%d}".formatted(MIN_DIGITS, MAX_DIGITS));

  static NamedThing of(ExplainRows rows, String named) throws IOException {
    String digits = named.toLowerCase(Locale.ROOT);
    Optional<NamedThing> found = Optional.empty();
    if (DIGEST.matcher(named).matches()) {
      found = digest(rows, named);
    } else if (DIGITS.matcher(digits).matches()) {
      found = digest(rows, DEFAULT_ALGORITHM + digits);
      for (String query : List.of("contents", "chunks")) {
        if (found.isEmpty()) {
          found = fingerprint(rows, query, digits);
        }
      }
    }
    if (found.isEmpty()) {
      found = reference(rows, named);
    }
    if (found.isEmpty() && rows.first("snapshot", Map.of("name", named)).has("name")) {
      found = Optional.of(new NamedThing(Kind.SNAPSHOT, named));
    }
    if (found.isEmpty()) {
      found = gone(rows, named, digits);
    }
    return found.orElseGet(() -> new NamedThing(Kind.PATH, named));
  }

  /** A tag or digest that an earlier ingest saw. */
  private static Optional<NamedThing> gone(ExplainRows rows, String named, String digits)
      throws IOException {
    String digest =
        DIGEST.matcher(named).matches()
            ? named
            : DIGITS.matcher(digits).matches() ? DEFAULT_ALGORITHM + digits : "";
    Optional<NamedThing> found = Optional.empty();
    if (!digest.isEmpty()) {
      found = unambiguous(digest, rows.all("gone-digests", range(digest)));
    }
    return found.isEmpty() && goneTag(rows, named).has("digest")
        ? Optional.of(new NamedThing(Kind.GONE_TAG, named))
        : found;
  }

  /** The row of query gone-tag; facts without values if there is none. */
  static Facts goneTag(ExplainRows rows, String named) throws IOException {
    Matcher parts = REFERENCE.matcher(named);
    Facts found = new Facts();
    if (!parts.matches()) {
      return found;
    }
    String tag = parts.group(3) == null ? "" : parts.group(3);
    String digest = tag.isEmpty() ? parts.group(2) : "";
    if (tag.isEmpty() && digest.length() - digest.indexOf(':') - 1 < MIN_DIGITS) {
      return found;
    }
    for (String spelling : spellings(parts)) {
      if (!found.has("digest")) {
        found =
            rows.first(
                "gone-tag",
                Map.of(
                    "repository", spelling, "tag", tag, "digest", digest, "until", digest + "~"));
      }
    }
    return found;
  }

  private static Optional<NamedThing> reference(ExplainRows rows, String named) throws IOException {
    Matcher parts = REFERENCE.matcher(named);
    if (!parts.matches()) {
      return Optional.empty();
    }
    if (parts.group(3) == null) {
      Optional<NamedThing> found = Optional.empty();
      for (String spelling : spellings(parts)) {
        if (found.isEmpty()) {
          found =
              unambiguous(parts.group(2), rows.all("in-repository", parameters(spelling, parts)));
        }
      }
      return found.isEmpty() ? found : digest(rows, found.get().name());
    }
    for (String spelling : spellings(parts)) {
      List<Facts> manifests =
          rows.all("tagged", Map.of("repository", spelling, "name", parts.group(3)));
      if (manifests.size() > 1) {
        throw new InvalidSettingsException(
            List.of(
                "%s leads to several manifests; name one by its digest:%s"
                    .formatted(named, listed(manifests, NamedThing::placed))));
      }
      if (!manifests.isEmpty()) {
        return digest(rows, manifests.get(0).text("digest"));
      }
    }
    return Optional.empty();
  }

  /** A repository as the user wrote it, and as tables have it. */
  private static List<String> spellings(Matcher parts) {
    return List.of(parts.group(1), ImageName.familiar(parts.group(1)));
  }

  private static Map<String, String> parameters(String repository, Matcher parts) {
    return Map.of("repository", repository, "name", parts.group(2), "until", parts.group(2) + "~");
  }

  private static Optional<NamedThing> digest(ExplainRows rows, String named) throws IOException {
    return unambiguous(named, rows.all("digests", range(named)));
  }

  /** The range of all digests with a prefix: "~" sorts behind every character of a digest. */
  static Map<String, String> range(String prefix) {
    return Map.of("digest", prefix, "until", prefix + "~");
  }

  /**
   * Looks up a prefix of a fingerprint. Fingerprints are compared as bytes, so an odd number of
   * digits is padded to whole bytes.
   */
  private static Optional<NamedThing> fingerprint(ExplainRows rows, String query, String digits)
      throws IOException {
    Map<String, String> range =
        Map.of(
            "first", digits + "0".repeat(digits.length() % 2),
            "last", digits + "f".repeat(MAX_DIGITS - digits.length()));
    return unambiguous(digits, rows.all(query, range));
  }

  /** The thing whose name is equal, or the only one with this prefix; several are a fault. */
  private static Optional<NamedThing> unambiguous(String named, List<Facts> found) {
    for (Facts match : found) {
      if (match.text("name").equals(named) || found.size() == 1) {
        requireMinDigits(named, match);
        Kind kind = Kind.valueOf(match.text("kind").toUpperCase(Locale.ROOT));
        return Optional.of(new NamedThing(kind, match.text("name")));
      }
    }
    if (found.isEmpty()) {
      return Optional.empty();
    }
    throw new InvalidSettingsException(
        List.of(
            "several things begin with %s; name more of one:%s"
                .formatted(named, listed(found, NamedThing::described))));
  }

  /** Lines of a message, one a thing; the last are left out where there are many. */
  private static String listed(List<Facts> found, Function<Facts, String> line) {
    return found.stream()
            .limit(MAX_LISTED)
            .map(one -> "\n  " + line.apply(one))
            .collect(Collectors.joining())
        + (found.size() > MAX_LISTED ? "\n  ..." : "");
  }

  private static String described(Facts thing) {
    String diffId = thing.has("diff_id") ? ", diffID " + thing.text("diff_id") : "";
    return thing.text("kind") + " " + thing.text("name") + diffId;
  }

  private static String placed(Facts manifest) {
    String place = manifest.has("location") ? " at " + manifest.text("location") : "";
    return manifest.text("digest") + place;
  }

  private static void requireMinDigits(String named, Facts found) {
    int digits = named.length() - named.indexOf(':') - 1;
    if (digits < MIN_DIGITS && !found.text("name").equals(named)) {
      throw new InvalidSettingsException(
          List.of(
              "%s is too short: name at least %d digits, as of %s"
                  .formatted(named, MIN_DIGITS, found.text("name"))));
    }
  }
}
