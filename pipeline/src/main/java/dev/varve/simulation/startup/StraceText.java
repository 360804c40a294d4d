package dev.varve.simulation.startup;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files that a program read, by the text of strace: {@code strace -f -o FILE}, or without
 * processes, with times or without. Programs that are executed count whole; reads and maps by their
 * ranges; a file that is opened counts with no bytes. Maps are an upper bound: only some of their
 * pages are read. Calls that fail or write are left out. What reads something that the text does
 * not name is a fault. Stores what is open, and what each process left unfinished.
 */
public final class StraceText implements AccessSource {
  private static final int MOST_LETTERS = 1 << 20;
  private static final Pattern RESUMED =
      Pattern.compile("<\\.\\.\\. \\S+ resumed>\\s?(.*)", Pattern.DOTALL);
  private static final Pattern SUPERSEDED =
      Pattern.compile("\\+\\+\\+ superseded by execve in pid (\\d+).*");

  /** On a terminal it may stand behind a call that has not returned. */
  private static final Pattern ATTACHED =
      Pattern.compile("(.*)strace: Process (\\d+) attached.*", Pattern.DOTALL);

  private static final String UNFINISHED = "<unfinished ...>";
  private static final Pattern SUMMARY = Pattern.compile("\\s*% time\\s+seconds.*");
  private static final Pattern SUMMARY_END = Pattern.compile("\\s*100\\.00\\s.*\\stotal\\s*");

  private final BufferedReader text;
  private final StraceCalls calls;
  private final StraceProcesses processes = new StraceProcesses();

  /** The process whose call the line before broke off with a note. */
  private @Nullable String brokenOff;

  private boolean isSummary;
  private long line;

  /**
   * @param text a letter for each byte (ISO 8859-1), as paths are bytes
   * @param image that the program ran in
   * @param run name of the start
   */
  public StraceText(Reader text, String image, String run) {
    this.text = new BufferedReader(text);
    this.calls = new StraceCalls(image, run);
  }

  @Override
  public @Nullable Line next() throws IOException {
    StringBuilder letters = new StringBuilder();
    while (readLine(letters)) {
      line++;
      if (letters.length() >= MOST_LETTERS) {
        return Line.faulty(line, "a line of more than " + MOST_LETTERS + " letters");
      }
      Line found = isOfSummary(letters) ? null : line(StraceLine.of(letters));
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** Whether it is a line of the table of counts that strace -C adds. */
  private boolean isOfSummary(CharSequence letters) {
    boolean isOfIt = isSummary || SUMMARY.matcher(letters).matches();
    isSummary = isOfIt && !SUMMARY_END.matcher(letters).matches();
    return isOfIt;
  }

  private @Nullable Line line(StraceLine read) {
    if (processes.isTooMuch()) {
      return Line.faulty(line, "too many processes and open files: forgot what is open");
    }
    Matcher superseded = SUPERSEDED.matcher(read.rest());
    if (superseded.matches()) {
      processes.supersede(superseded.group(1), read.process());
      return null;
    }
    String before = brokenOff;
    brokenOff = null;
    String process =
        before != null && read.process().isEmpty() ? before : processes.name(read.process());
    Matcher attached = ATTACHED.matcher(read.rest());
    if (attached.matches()) {
      brokenOff = attached.group(1).isBlank() ? null : process;
      Line earlier = brokenOff == null ? null : begin(process, attached.group(1));
      processes.get(attached.group(2));
      return earlier;
    }
    Matcher resumed = RESUMED.matcher(read.rest());
    String whole = read.rest();
    if (resumed.matches() || (before != null && read.process().isEmpty())) {
      String begun = processes.resumeCall(process);
      if (begun == null) {
        return Line.faulty(line, "a call goes on that did not begin");
      }
      whole = begun + (resumed.matches() ? resumed.group(1) : whole);
    }
    if (whole.endsWith(UNFINISHED)) {
      return begin(process, whole.substring(0, whole.length() - UNFINISHED.length()));
    }
    if (StraceLine.isNote(whole)) {
      if (whole.startsWith("+++")) {
        processes.end(process);
      }
      return null;
    }
    StraceCall call = StraceCall.of(whole);
    return call == null ? Line.faulty(line, "not a call as strace prints it") : line(call, process);
  }

  private @Nullable Line begin(String process, String call) {
    String earlier = processes.beginCall(process, call.strip());
    return earlier == null
        ? null
        : Line.faulty(line, "its process did not finish its call of " + earlier.split("\\(", 2)[0]);
  }

  private @Nullable Line line(StraceCall call, String process) {
    try {
      StraceProcess own = processes.get(process);
      StraceProcess child = calls.child(call, own);
      if (child != null) {
        processes.add(process, String.valueOf(call.result()), child);
      }
      Access access = calls.access(call, own);
      return access == null ? null : Line.of(line, access);
    } catch (IllegalArgumentException e) {
      return Line.faulty(line, String.valueOf(e.getMessage()));
    }
  }

  /** Reads a line, and no more of it than is taken; whether there is one. */
  private boolean readLine(StringBuilder into) throws IOException {
    into.setLength(0);
    int letter = text.read();
    if (letter < 0) {
      return false;
    }
    for (; letter >= 0 && letter != '\n'; letter = text.read()) {
      if (into.length() < MOST_LETTERS) {
        into.append((char) letter);
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
