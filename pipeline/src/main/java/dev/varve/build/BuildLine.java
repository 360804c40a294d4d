package dev.varve.build;

import java.util.regex.Pattern;

/**
 * A build step without what changes from build to build. Steps of builds of one Dockerfile become
 * equal, whichever builder wrote them into the history.
 *
 * <p>Docker's classic builder writes {@code /bin/sh -c #(nop) COPY file:HASH in /app}, and {@code
 * |1 VERSION=1.2 /bin/sh -c make}; BuildKit writes {@code RUN /bin/sh -c make # buildkit}. Both
 * become the instruction. Then digests and hashes (12 or more hexadecimal digits), versions and
 * numbers of four digits or more become {@code *}, and white space becomes one space.
 */
public final class BuildLine {
  private static final Pattern SPACE = Pattern.compile("\\s+");
  private static final Pattern NO_COMMAND = Pattern.compile("^(?:RUN )?/bin/sh -c #\\(nop\\) ?");
  private static final Pattern ARGUMENTS = Pattern.compile("^(?:RUN )?\\|\\d+ .*?(?=/bin/sh -c )");
  private static final Pattern SHELL = Pattern.compile("^(?:RUN )?/bin/sh -c ");
  private static final Pattern BUILDKIT = Pattern.compile(" # buildkit$");
  private static final Pattern HASH = Pattern.compile("\\b[0-9a-f]{12,}\\b");

  /** Numbers with dots, with what package managers and projects append to them. */
  private static final Pattern VERSION =
      Pattern.compile("(?<![\\w.])[vV]?\\d+(?:\\.\\d+)++(?:[-+~:_.]?[0-9A-Za-z]+)*+|\\d{4,}");

  private BuildLine() {}

  /**
   * The step without hashes and versions.
   *
   * @param createdBy as in the history of an image's config
   */
  public static String normalised(String createdBy) {
    String line = SPACE.matcher(createdBy).replaceAll(" ").strip();
    line = BUILDKIT.matcher(line).replaceFirst("");
    if (NO_COMMAND.matcher(line).lookingAt()) {
      line = NO_COMMAND.matcher(line).replaceFirst("").strip();
    } else {
      line = ARGUMENTS.matcher(line).replaceFirst("");
      line = SHELL.matcher(line).replaceFirst("RUN ");
    }
    line = HASH.matcher(line).replaceAll("*");
    return VERSION.matcher(line).replaceAll("*");
  }
}
