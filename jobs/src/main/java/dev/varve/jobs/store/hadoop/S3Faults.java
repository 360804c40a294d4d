package dev.varve.jobs.store.hadoop;

import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Faults of object stores as sentences: where it happened, what is wrong, and what to do. Hadoop's
 * exceptions name the place; their causes, of the client, name classes and numbers of requests.
 */
public final class S3Faults {
  private static final Pattern PLACE = Pattern.compile("[a-z][a-z0-9]*://\\S+?(?='?:?(\\s|$))");

  private static final Pattern CLASS_NAME =
      Pattern.compile("\\b([a-z]\\w*\\.)+[A-Z]\\w*(Exception|Error): ");

  /**
   * Words that the client adds in parentheses, and the code of the store that Hadoop puts behind
   * it.
   */
  private static final Pattern REQUEST =
      Pattern.compile(" \\((Service: |SDK Attempt Count: )[^)]*\\)(:null)?");

  private static final Pattern CODE = Pattern.compile("\\):([A-Z]\\w+)");

  /**
   * Words, as a pattern, by which a fault is known in a message or a class name of its chain, and
   * its text.
   */
  private enum Kind {
    BUCKET(
        "UnknownStoreException|NoSuchBucket",
        "the bucket does not exist; create it, or correct its name or fs.s3a.endpoint"),
    KEYS(
        "NoAuthWithAWSException|CredentialInitializationException",
        "no keys were found; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment, or"
            + " one of the other ways of docs/cluster.md, Object stores"),
    REGION(
        "AWSRedirectException|Status Code: 301",
        "the bucket is in another region; set spark.hadoop.fs.s3a.endpoint.region"),
    DENIED(
        "Status Code: 40[13]",
        "access is denied%s; check the keys, the clock of this machine, and what the keys may do with"
            + " this bucket");

    private final String words;
    private final String text;

    Kind(String words, String text) {
      this.words = words;
      this.text = text;
    }
  }

  private S3Faults() {}

  /** The sentence on a fault that the user can correct; empty if it is another one. */
  public static Optional<String> wrongUse(Throwable fault) {
    String place = "";
    StringBuilder chain = new StringBuilder();
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      place = place.isEmpty() ? place(cause) : place;
      chain.append(cause).append('\n');
    }
    if (!place.startsWith("s3")) {
      return Optional.empty();
    }
    for (Kind kind : List.of(Kind.values())) {
      if (Pattern.compile(kind.words).matcher(chain).find()) {
        Matcher code = CODE.matcher(chain);
        return Optional.of(
            place + ": " + kind.text.formatted(code.find() ? " (" + code.group(1) + ")" : ""));
      }
    }
    return Optional.empty();
  }

  /**
   * The message of the outermost exception that names a place in a store or a server, without
   * classes and numbers of requests; empty if none does.
   */
  public static Optional<String> located(Throwable fault) {
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage());
      boolean isCall = message.startsWith("Call From ");
      if (isCall || !place(cause).isEmpty()) {
        String plain = REQUEST.matcher(CLASS_NAME.matcher(message).replaceAll("")).replaceAll("");
        return Optional.of(withoutRepetition(plain.replaceFirst("; For more details see:.*", "")));
      }
    }
    return Optional.empty();
  }

  /** The place in a store that an exception of files names; else an empty text. */
  private static String place(Throwable fault) {
    String name = fault.getClass().getName();
    if (fault instanceof FileSystemException named && named.getFile() != null) {
      return named.getFile().contains("://") ? named.getFile() : "";
    }
    if (!(fault instanceof java.io.IOException)
        || !name.matches("(java|org\\.apache\\.hadoop)\\..*")) {
      return "";
    }
    Matcher found = PLACE.matcher(String.valueOf(fault.getMessage()));
    return found.find() && !found.group().toLowerCase(Locale.ROOT).startsWith("http")
        ? found.group()
        : "";
  }

  /** A message in which no reason is repeated behind a colon. */
  private static String withoutRepetition(String message) {
    String text = message.strip();
    for (int colon = text.lastIndexOf(':'); colon > 0; colon = text.lastIndexOf(':', colon - 1)) {
      String tail = text.substring(colon + 1).strip();
      String head = text.substring(0, colon);
      if (!tail.isEmpty() && head.endsWith(tail)) {
        return withoutRepetition(head);
      }
    }
    return text;
  }
}
