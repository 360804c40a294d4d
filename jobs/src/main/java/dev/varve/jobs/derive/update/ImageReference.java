package dev.varve.jobs.derive.update;

import dev.varve.input.source.ImageName;
import dev.varve.jobs.conf.Suggestions;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A name of an image, as users type it: {@code REPOSITORY:TAG}, {@code REPOSITORY@DIGEST}, or a
 * digest. If both a tag and a digest are given, the tag is ignored. A unique prefix of a digest is
 * enough, and {@code sha256:} may be omitted.
 *
 * @param repository name of the repository; empty if not given
 * @param tag name of the tag; empty if a digest is given
 * @param digest prefix of the digest; empty if a tag is given
 */
record ImageReference(String repository, String tag, String digest) {
  private static final Pattern DIGEST = Pattern.compile("[a-z0-9]+(?:[+._-][a-z0-9]+)*:[0-9a-f]+");
  private static final Pattern DIGITS = Pattern.compile("[0-9a-f]+");
  private static final int MAX_LISTED = 5;

  /**
   * An image that a name leads to.
   *
   * @param root digest of the named manifest, an image or an index; empty for a tag
   */
  record Found(
      String root, String imageDigest, String platform, String repository, @Nullable String tag) {}

  private record Tag(String repository, String tag) {
    String name() {
      return repository + ":" + tag;
    }
  }

  /**
   * The images that a name refers to, one for each platform of an index. If it refers to no
   * manifest, or to several, a fault is added.
   *
   * @param option the option that has the name, for messages
   */
  static List<Found> find(String option, String name, Engine engine, List<String> faults)
      throws IOException {
    List<Found> found = List.of();
    for (ImageReference reading : readings(name)) {
      found = found.isEmpty() ? reading.find(engine) : found;
    }
    Set<String> roots =
        found.stream().map(Found::root).collect(Collectors.toCollection(TreeSet::new));
    if (roots.contains(name)) {
      return found.stream().filter(image -> image.root().equals(name)).toList();
    }
    if (roots.size() > 1) {
      faults.add(
          "%s: several images begin with %s; name more of one: %s%s"
              .formatted(
                  option,
                  name,
                  roots.stream().limit(MAX_LISTED).collect(Collectors.joining(", ")),
                  roots.size() > MAX_LISTED ? ", .." : ""));
    } else if (found.isEmpty()) {
      faults.add("%s: there is no image %s; %s".formatted(option, name, suggestion(name, engine)));
    }
    return found;
  }

  /**
   * The possible meanings of a name, likeliest first: the name as given, then in the form that
   * tables use.
   */
  static List<ImageReference> readings(String name) {
    List<ImageReference> readings = new ArrayList<>(asWritten(name));
    for (ImageReference reading : List.copyOf(readings)) {
      String familiar = ImageName.familiar(reading.repository);
      if (!familiar.equals(reading.repository)) {
        readings.add(new ImageReference(familiar, reading.tag, reading.digest));
      }
    }
    return readings;
  }

  private static List<ImageReference> asWritten(String name) {
    int at = name.lastIndexOf('@');
    if (at >= 0) {
      String repository = name.substring(0, at);
      int tag = repository.lastIndexOf(':');
      return List.of(
          new ImageReference(
              tag > repository.lastIndexOf('/') ? repository.substring(0, tag) : repository,
              "",
              digest(name.substring(at + 1))));
    }
    int colon = name.lastIndexOf(':');
    ImageReference ofTag =
        colon > name.lastIndexOf('/')
            ? new ImageReference(name.substring(0, colon), name.substring(colon + 1), "")
            : new ImageReference("", "", "");
    boolean isDigest = DIGEST.matcher(name).matches() || DIGITS.matcher(name).matches();
    return isDigest ? List.of(new ImageReference("", "", digest(name)), ofTag) : List.of(ofTag);
  }

  private static String digest(String digits) {
    return DIGITS.matcher(digits).matches() ? "sha256:" + digits : digits;
  }

  private List<Found> find(Engine engine) throws IOException {
    // The end of the range of digests with this prefix: no letter of a digest sorts after it.
    Query named =
        Query.of(ImageUpdates.FOLDER, "named")
            .with("repository", repository)
            .with("tag", tag)
            .with("digest", digest)
            .with("until", digest + "~");
    return tag.isEmpty() && digest.isEmpty() ? List.of() : engine.all(named, Found.class);
  }

  /** Existing names that are similar to a name without an image, for the message. */
  private static String suggestion(String name, Engine engine) throws IOException {
    List<Tag> tags =
        engine.all(
            Query.of(
                "SELECT DISTINCT repository, tag FROM update_tag WHERE tag IS NOT NULL ORDER BY 1, 2"),
            Tag.class);
    String similarName = Suggestions.didYouMean(name, tags.stream().map(Tag::name).toList());
    if (!similarName.isEmpty()) {
      return similarName;
    }
    String repository = readings(name).get(0).repository();
    List<String> related =
        tags.stream()
            .filter(tag -> tag.repository().equals(repository) || tag.repository().equals(name))
            .map(Tag::name)
            .toList();
    if (related.isEmpty()) {
      related = tags.stream().map(Tag::name).filter(tag -> tag.contains(name)).toList();
    }
    List<String> shown = related.isEmpty() ? tags.stream().map(Tag::name).toList() : related;
    return "name one as REPOSITORY:TAG, REPOSITORY@DIGEST or DIGEST"
        + (shown.isEmpty()
            ? ""
            : ", such as " + shown.stream().limit(MAX_LISTED).collect(Collectors.joining(", ")));
  }
}
