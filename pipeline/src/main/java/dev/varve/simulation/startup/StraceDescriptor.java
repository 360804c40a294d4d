package dev.varve.simulation.startup;

import dev.varve.input.tar.PathText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file descriptor as strace prints it: a number, with -y what it leads to, as in {@code
 * 3</lib/libc.so.6>}, {@code 4<pipe:[17]>} or {@code AT_FDCWD</app>}.
 *
 * @param number negative for the working folder, and for what is no descriptor
 * @param path as recipes have it; null when it is not printed, or leads to no file
 * @param isPrinted whether something is printed behind the number
 * @param isDeleted whether the file has no name any more
 */
record StraceDescriptor(long number, @Nullable String path, boolean isPrinted, boolean isDeleted) {
  private static final Pattern PRINTED =
      Pattern.compile(
          "(-?\\d+|0x[0-9a-f]+|AT_FDCWD)(?:<(.*?)(?:<.*>)?>(\\(deleted\\))?)?(?: /\\*.*)?",
          Pattern.DOTALL);
  private static final String DELETED = "(deleted)";
  private static final String WORKING_FOLDER = "AT_FDCWD";
  private static final long AT_FDCWD = -100;

  /** AT_FDCWD as {@code strace -e raw} prints it. */
  private static final long RAW_AT_FDCWD = 0xffffff9cL;

  /** The descriptor that a text is; without any number when it is none. */
  static StraceDescriptor of(String text) {
    Matcher printed = PRINTED.matcher(text);
    if (!printed.matches()) {
      return new StraceDescriptor(-1, null, false, false);
    }
    String what = printed.group(2);
    String path = what == null ? null : PathText.text(StraceString.bytes(what));
    boolean isFile = path != null && path.startsWith("/");
    return new StraceDescriptor(
        number(printed.group(1)), isFile ? path : null, what != null, printed.group(3) != null);
  }

  private static long number(String text) {
    try {
      if (text.startsWith("0x")) {
        long bits = Long.parseUnsignedLong(text.substring(2), 16);
        return bits == RAW_AT_FDCWD ? AT_FDCWD : bits;
      }
      return text.equals(WORKING_FOLDER) ? AT_FDCWD : Long.parseLong(text);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** The end of a descriptor whose number ends at a place. */
  static int end(String text, int numberEnd) {
    if (!text.startsWith("<", numberEnd)) {
      return numberEnd;
    }
    int end = Math.min(endOfPath(text, numberEnd) + 1, text.length());
    return text.startsWith(DELETED, end) ? end + DELETED.length() : end;
  }

  /** Whether a {@code <} begins what a descriptor leads to, and is no operator. */
  static boolean isPathAt(String text, int at) {
    boolean isNumber = at > 0 && Character.digit(text.charAt(at - 1), 10) >= 0;
    boolean isFolder = text.startsWith(WORKING_FOLDER, at - WORKING_FOLDER.length());
    return (isNumber || isFolder) && !text.startsWith("<<", at);
  }

  /**
   * The place of the {@code >} that ends it. In a path both signs are escaped, and a device is
   * printed behind it, as in {@code </dev/null<char 1:3>>}; sockets have arrows.
   */
  static int endOfPath(String text, int begin) {
    boolean hasArrows = !text.startsWith("/", begin + 1) && !text.startsWith("\\", begin + 1);
    int depth = 0;
    for (int at = begin; at < text.length(); at++) {
      char letter = text.charAt(at);
      boolean isArrow = hasArrows && letter == '>' && text.charAt(at - 1) == '-';
      depth += letter == '<' ? 1 : letter == '>' && !isArrow ? -1 : 0;
      if (depth == 0) {
        return at;
      }
    }
    return text.length();
  }
}
