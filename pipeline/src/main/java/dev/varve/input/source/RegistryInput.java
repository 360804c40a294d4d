package dev.varve.input.source;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A registry, a repository or an image by the API of its registry, as people write it: {@code
 * docker://HOST[:PORT][/REPOSITORY[:TAG|@DIGEST]][?newest=N]}. In repository and tag {@code *}
 * stands for any letters and {@code ?} for one; {@code *} also for the slashes of a repository.
 *
 * @param host with its port, if one is named
 * @param repository or a pattern; empty for all
 * @param tag or a pattern; empty for all
 * @param digest digest of a manifest; empty unless one is named
 * @param newest how many tags of each repository are read, by the time that their images were built
 *     at; 0 for all
 */
public record RegistryInput(String host, String repository, String tag, String digest, int newest) {
  private static final String SCHEME = "docker://";

  private static final Pattern FORM =
      Pattern.compile(
          "docker://(?<host>[A-Za-z0-9.-]+(:\\d{1,5})?|\\[[0-9a-fA-F:]+](:\\d{1,5})?)"
              + "(/(?<repository>[a-z0-9*?._/-]*?)"
              + "(:(?<tag>[A-Za-z0-9_*?.-]+)|@(?<digest>\\w+:[0-9a-f]{32,128}))?/?)?"
              + "([?]newest=(?<newest>[1-9]\\d{0,8}))?");

  private static final String REPOSITORY_FORM =
      "repository: parts of small letters and digits, with one . or _ or __ or some - within,"
          + " and one / between two parts";

  private static final String TAG_FORM =
      "tag: letters, digits, _ . and -, at most 128, the first no . or -";

  /** The grammar of repository names in the distribution specification. */
  private static final Pattern REPOSITORY =
      Pattern.compile("[a-z0-9]+((\\.|_|__|-+)[a-z0-9]+)*(/[a-z0-9]+((\\.|_|__|-+)[a-z0-9]+)*)*");

  private static final Pattern TAG = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,127}");
  private static final int MOST_LETTERS = 255;

  /** Whether a text may be the name of a repository. */
  public static boolean isRepository(String name) {
    return name.length() <= MOST_LETTERS && REPOSITORY.matcher(name).matches();
  }

  public static boolean isTag(String name) {
    return TAG.matcher(name).matches();
  }

  /** Whether an input is read by the API of a registry. */
  public static boolean isRegistry(String input) {
    return input.startsWith(SCHEME);
  }

  /**
   * Parses an input.
   *
   * @throws MalformedBlobException when it has another form
   */
  public static RegistryInput parse(String input) throws MalformedBlobException {
    Matcher parts = FORM.matcher(input);
    if (!parts.matches()) {
      throw new MalformedBlobException(
          RejectReason.UNSUPPORTED,
          input + " is no docker://HOST[:PORT][/REPOSITORY[:TAG|@DIGEST]]");
    }
    require(input, parts.group("repository"), RegistryInput::isRepository, REPOSITORY_FORM);
    require(input, parts.group("tag"), RegistryInput::isTag, TAG_FORM);
    String newest = parts.group("newest");
    return new RegistryInput(
        parts.group("host"),
        known(parts.group("repository")),
        known(parts.group("tag")),
        known(parts.group("digest")),
        newest == null ? 0 : Integer.parseInt(newest));
  }

  /** Requires a name of this form; wildcards of a pattern count as letters. */
  private static void require(
      String input, @Nullable String name, Predicate<String> isValid, String form)
      throws MalformedBlobException {
    if (name != null
        && !name.isEmpty()
        && !isValid.test(name.replace('*', 'x').replace('?', 'x'))) {
      throw new MalformedBlobException(
          RejectReason.UNSUPPORTED, "%s: %s is no %s".formatted(input, name, form));
    }
  }

  private static String known(@Nullable String part) {
    return part == null ? "" : part;
  }

  /** An input limited to the newest {@code tags} tags of each repository; 0 sets no limit. */
  public static String newest(String input, int tags) {
    return input + (tags > 0 ? "?newest=" + tags : "");
  }

  /** The registry: where its repositories are listed. */
  String root() {
    return SCHEME + host;
  }

  /** The repository: where its tags, manifests and blobs are. */
  String repositoryRoot() {
    return root() + "/" + repository;
  }

  /**
   * The name of the repository at a {@link #repositoryRoot}, without the host, as in storage trees.
   */
  static String repositoryOf(String repositoryRoot) {
    int slash = repositoryRoot.indexOf('/', SCHEME.length());
    String path = repositoryRoot.substring(slash + 1);
    return ImageName.isDockerHub(repositoryRoot.substring(SCHEME.length(), slash))
        ? ImageName.familiar(path)
        : path;
  }

  /** Whether the input can match several repositories, so that they have to be listed. */
  boolean matchesSeveral() {
    return repository.isEmpty() || isPattern(repository);
  }

  /** This input, limited to one repository. */
  RegistryInput withRepository(String name) {
    return new RegistryInput(host, name, tag, digest, newest);
  }

  boolean hasRepository(String name) {
    return repository.isEmpty() || matches(repository, name);
  }

  /** Whether the tags have to be listed. */
  boolean listsTags() {
    return digest.isEmpty() && (tag.isEmpty() || isPattern(tag));
  }

  boolean hasTag(String name) {
    return tag.isEmpty() || matches(tag, name);
  }

  /** The text that is parsed into this. */
  @Override
  public String toString() {
    String image = digest.isEmpty() ? (tag.isEmpty() ? "" : ":" + tag) : "@" + digest;
    return newest(root() + (repository.isEmpty() ? "" : "/" + repository) + image, newest);
  }

  private static boolean isPattern(String text) {
    return text.indexOf('*') >= 0 || text.indexOf('?') >= 0;
  }

  private static boolean matches(String pattern, String name) {
    StringBuilder regex = new StringBuilder();
    for (int at = 0; at < pattern.length(); at++) {
      char letter = pattern.charAt(at);
      regex.append(
          switch (letter) {
            case '*' -> ".*";
            case '?' -> ".";
            default -> Pattern.quote(String.valueOf(letter));
          });
    }
    return Pattern.matches(regex.toString(), name);
  }
}
