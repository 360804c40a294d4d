package dev.varve.startup;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a program read, by the text of strace: {@code strace -f -o FILE}, or without processes, with
 * times or without. Programs that are executed count whole; reads and maps by their ranges; a file
 * that is opened counts with no bytes. Maps are an upper bound: only some of their pages are read.
 * Calls that fail or write are left out. Holds what is open, and what each process left unfinished.
 */
public final class StraceText implements AccessSource {
  private static final int MOST_LETTERS = 1 << 20;
  private static final int MOST_PROCESSES = 100_000;
  private static final long MOST_HELD_BYTES = 64 << 20;
  private static final Pattern LINE =
      Pattern.compile(
          "(?:\\[pid\\s+(\\d+)\\]\\s+|(\\d+)\\s+)?"
              + "(?:\\d+:\\d+:\\d+(?:\\.\\d+)?\\s+|\\d+\\.\\d+\\s+)?(.*)",
          Pattern.DOTALL);
  private static final Pattern RESUMED =
      Pattern.compile("<\\.\\.\\. \\w+ resumed>\\s?(.*)", Pattern.DOTALL);
  private static final Pattern ASIDE = Pattern.compile("\\+\\+\\+ .*|--- .*|strace: .*|\\s*");
  private static final String UNFINISHED = "<unfinished ...>";

  private final BufferedReader text;
  private final StraceCalls calls;
  private final Map<String, StraceProcess> processes = new HashMap<>();
  private final Map<String, String> unfinished = new HashMap<>();
  private final StraceMemory memory = new StraceMemory();
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
      Matcher parts = LINE.matcher(letters);
      if (!parts.matches()) {
        throw new IllegalStateException("every line has a rest");
      }
      String first = parts.group(1) == null ? parts.group(2) : parts.group(1);
      Line found = line(first == null ? "" : first, parts.group(3));
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private @Nullable Line line(String process, String rest) {
    if (isTooMuch()) {
      return Line.faulty(line, "too many processes and open files: forgot what is open");
    }
    Matcher resumed = RESUMED.matcher(rest);
    String whole = rest;
    if (resumed.matches()) {
      String begun = unfinished.remove(process);
      if (begun == null) {
        return Line.faulty(line, "a call goes on that did not begin");
      }
      whole = begun + resumed.group(1);
    }
    if (whole.endsWith(UNFINISHED)) {
      String begun = whole.substring(0, whole.length() - UNFINISHED.length()).strip();
      memory.add(1, begun.length());
      unfinished.put(process, begun);
      return null;
    }
    if (ASIDE.matcher(whole).matches()) {
      if (whole.startsWith("+++")) {
        processes.remove(process); // it has ended
      }
      return null;
    }
    StraceCall call = StraceCall.of(whole);
    if (call == null) {
      return Line.faulty(line, "not a call as strace prints it");
    }
    StraceProcess own = processes.computeIfAbsent(process, name -> new StraceProcess(memory));
    try {
      StraceProcess child = calls.child(call, own);
      if (child != null) {
        processes.put(String.valueOf(call.result()), child);
      }
      Access access = calls.access(call, own);
      return access == null ? null : Line.of(line, access);
    } catch (IllegalArgumentException e) {
      return Line.faulty(line, String.valueOf(e.getMessage()));
    }
  }

  /** Whether too much was held, all of which is forgotten then. */
  private boolean isTooMuch() {
    boolean many = unfinished.size() + processes.size() > MOST_PROCESSES;
    if (!many && memory.bytes() > MOST_HELD_BYTES) {
      StraceMemory now = new StraceMemory();
      unfinished.values().forEach(begun -> now.add(1, begun.length()));
      Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
      processes.values().forEach(process -> process.count(now, seen));
      memory.set(now);
      many = now.bytes() > MOST_HELD_BYTES / 2;
    }
    if (many) {
      unfinished.clear();
      processes.clear();
      memory.set(new StraceMemory());
    }
    return many;
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
