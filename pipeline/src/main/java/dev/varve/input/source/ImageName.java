package dev.varve.input.source;

import dev.varve.input.digest.Digests;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A repository and a tag, such as {@code registry/team/app:1.2}; null where nobody states them.
 * Repositories are in the form that Docker calls familiar: those of Docker Hub without the host and
 * without {@code library/}. Other hosts stay, in lower case.
 *
 * @see <a href="https://github.com/distribution/reference">The grammar of references</a>
 */
public record ImageName(@Nullable String repository, @Nullable String tag) {
  /** The name of an image without a name. */
  static final ImageName UNKNOWN = new ImageName(null, null);

  private static final Set<String> DOCKER_HUB =
      Set.of("docker.io", "index.docker.io", "registry-1.docker.io");

  private static final String OFFICIAL = "library/";

  /** The ID of an image, which may stand in a reference instead of a name. */
  private static final Pattern IDENTIFIER = Pattern.compile("[0-9a-f]{64}");

  /** The word that Docker's lists print for a missing repository or tag. */
  private static final String NONE = "<none>";

  /** Whether a host is one of those of Docker Hub. */
  public static boolean isDockerHub(String host) {
    return DOCKER_HUB.contains(host.toLowerCase(Locale.ROOT));
  }

  /**
   * Splits a full reference; a digest after {@code @} is dropped. A digest or an ID alone gives
   * {@link #UNKNOWN}.
   */
  public static ImageName parse(String reference) {
    if (Digests.isDigest(reference) || IDENTIFIER.matcher(reference).matches()) {
      return UNKNOWN;
    }
    int at = reference.indexOf('@');
    String name = at < 0 ? reference : reference.substring(0, at);
    int colon = name.lastIndexOf(':');
    boolean isTagged = colon > name.lastIndexOf('/');
    String repository = isTagged ? name.substring(0, colon) : name;
    String tag = isTagged ? name.substring(colon + 1) : NONE;
    return repository.equals(NONE)
        ? UNKNOWN
        : new ImageName(familiar(repository), tag.equals(NONE) ? null : tag);
  }

  /**
   * Parses a name that containerd stores. Containerd's names include their host. A name without a
   * host before a digest, such as {@code moby-dangling@}, only tells which program made it, and
   * names no repository.
   */
  static ImageName ofContainerd(String reference) {
    ImageName name = parse(reference);
    boolean isMade = name.tag == null && reference.indexOf('@') >= 0 && host(reference).isEmpty();
    return isMade ? UNKNOWN : name;
  }

  /**
   * The name of an image in a layout: a full reference, or a tag alone, whose repository is
   * unknown.
   */
  static ImageName ofLayout(String reference) {
    return reference.indexOf('/') >= 0 || reference.indexOf(':') >= 0
        ? parse(reference)
        : new ImageName(null, reference);
  }

  /**
   * This name, with repository {@code known} if it states none itself; an empty {@code known} adds
   * nothing.
   */
  ImageName in(String known) {
    return repository != null || known.isEmpty() ? this : new ImageName(known, tag);
  }

  /**
   * The repository; where nobody states one, the name of the folder or archive.
   *
   * @param root location of the layout, store or archive
   */
  String repositoryAt(String root) {
    return repository == null
        ? root.substring(root.lastIndexOf('/') + 1).replaceFirst("\\.tar$", "")
        : repository;
  }

  /** The repository, and the tag if it has one; null without a repository. */
  public @Nullable String text() {
    return repository == null || tag == null ? repository : repository + ":" + tag;
  }

  /** The familiar form of a repository with or without a host. */
  public static String familiar(String repository) {
    String host = host(repository);
    String path = host.isEmpty() ? repository : repository.substring(host.length() + 1);
    if (!host.isEmpty() && !isDockerHub(host)) {
      String small = host.toLowerCase(Locale.ROOT);
      return isHost(small) ? small + "/" + path : repository;
    }
    boolean isOfficial = path.startsWith(OFFICIAL) && path.indexOf('/', OFFICIAL.length()) < 0;
    return isOfficial ? path.substring(OFFICIAL.length()) : path;
  }

  private static String host(String reference) {
    String first = reference.substring(0, Math.max(0, reference.indexOf('/')));
    return isHost(first) ? first : "";
  }

  /**
   * Whether the first part of a name is a host: localhost, or a part with a dot, a colon or a
   * capital letter.
   */
  private static boolean isHost(String part) {
    return part.equals("localhost")
        || part.indexOf('.') >= 0
        || part.indexOf(':') >= 0
        || !part.toLowerCase(Locale.ROOT).equals(part);
  }
}
