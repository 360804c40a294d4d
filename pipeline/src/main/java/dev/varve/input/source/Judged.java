package dev.varve.input.source;

import dev.varve.model.MalformedBlobException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The places that an ingest of some inputs judges: a tag that was seen there earlier, and is not
 * seen this time, is gone. An ingest of a part, such as a repository or a folder, judges that part
 * alone.
 */
public final class Judged {
  /** The part of a location below a repository of a registry, as {@link RegistryApi} has it. */
  private static final Pattern BELOW_REPOSITORY =
      Pattern.compile("/(tags|manifests|blobs|referrers)/[^/]*$");

  private final List<String> folders = new ArrayList<>();
  private final List<RegistryInput> registries = new ArrayList<>();

  /**
   * The places that these inputs judge.
   *
   * @param inputs locations of files and folders, and texts of {@link RegistryInput}
   */
  public Judged(List<String> inputs) throws MalformedBlobException {
    for (String input : inputs) {
      if (RegistryInput.isRegistry(input)) {
        registries.add(RegistryInput.parse(input));
      } else {
        folders.add(input.replaceFirst("(?<=[^/])/+$", ""));
      }
    }
  }

  /**
   * Whether a place is judged with all that is in it.
   *
   * @param location of its {@link SourceUnit}; of a registry the repository itself, which may be
   *     named like a part of another one, such as {@code team/tags}
   */
  public boolean isWhole(String location) {
    return isInFolder(location)
        || registries.stream()
            .anyMatch(
                input ->
                    input.listsTags() && input.tag().isEmpty() && isRepositoryOf(input, location));
  }

  /** Whether a place that is judged whole is at a location, or has it in it. */
  public boolean isWithinWhole(String location) {
    return isWhole(location) || isWhole(BELOW_REPOSITORY.matcher(location).replaceFirst(""));
  }

  /**
   * Whether a tag is judged.
   *
   * @param location of its {@link SourceUnit}
   * @param tag null for a manifest without a tag, which only an input of the whole place can judge
   */
  public boolean isTag(String location, @Nullable String tag) {
    return isWhole(location)
        || (tag != null
            && registries.stream()
                .anyMatch(
                    input ->
                        input.digest().isEmpty()
                            && input.hasTag(tag)
                            && isRepositoryOf(input, location)));
  }

  private boolean isInFolder(String location) {
    return folders.stream().anyMatch(input -> isAtOrBelow(location, input));
  }

  private static boolean isRepositoryOf(RegistryInput input, String location) {
    String above = input.root() + "/";
    return location.startsWith(above) && input.hasRepository(location.substring(above.length()));
  }

  /** Whether a location is another one, or a file or folder below it. */
  public static boolean isAtOrBelow(String location, String folder) {
    return location.startsWith(folder)
        && (location.length() == folder.length()
            || folder.endsWith("/")
            || location.charAt(folder.length()) == '/');
  }
}
