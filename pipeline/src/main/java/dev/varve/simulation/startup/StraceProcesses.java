package dev.varve.simulation.startup;

import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The processes of a trace, and the calls that they have not finished. A child may show up before
 * the call that makes it has returned. On a terminal the lines of the only process have no number.
 */
final class StraceProcesses {
  private static final int MOST_PROCESSES = 100_000;
  private static final long MOST_STORED_BYTES = 64 << 20;
  private static final Pattern CALL = Pattern.compile("(\\w+)\\(.*", Pattern.DOTALL);

  private final StraceMemory memory = new StraceMemory();
  private final Map<String, StraceProcess> processes = new HashMap<>();
  private final Map<String, String> unfinished = new LinkedHashMap<>();

  /** Children of calls that have not returned yet, with their parents. */
  private final Map<String, String> parentsOfEarlyChildren = new HashMap<>();

  /** The number of a process as all its lines have it. */
  String name(String printed) {
    if (printed.isEmpty()) {
      return processes.size() == 1 ? processes.keySet().iterator().next() : printed;
    }
    if (!processes.containsKey(printed) && processes.containsKey("")) {
      rename("", printed);
    }
    return printed;
  }

  /** The process of a name; a new one begins as the child of a call that has not returned. */
  StraceProcess get(String name) {
    StraceProcess known = processes.get(name);
    if (known != null) {
      return known;
    }
    StraceProcess childOfUnfinished = null;
    for (Map.Entry<String, String> call : unfinished.entrySet()) {
      StraceProcess parent = processes.get(call.getKey());
      Matcher begun = CALL.matcher(call.getValue());
      StraceProcess child =
          parent == null || !begun.matches() || parentsOfEarlyChildren.containsValue(call.getKey())
              ? null
              : StraceCalls.child(begun.group(1), call.getValue(), parent);
      if (child != null) {
        parentsOfEarlyChildren.put(name, call.getKey());
        childOfUnfinished = child;
        break;
      }
    }
    StraceProcess process =
        childOfUnfinished == null ? new StraceProcess(memory) : childOfUnfinished;
    processes.put(name, process);
    return process;
  }

  /** A call of a process returned the number of its child, which may have begun before that. */
  void add(String parent, String name, StraceProcess child) {
    if (!parent.equals(parentsOfEarlyChildren.remove(name))) {
      processes.put(name, child);
    }
  }

  /** A process has ended. */
  void end(String name) {
    processes.remove(name);
    parentsOfEarlyChildren.remove(name);
  }

  /** A thread executed a program: it goes on under the number of its process. */
  void supersede(String thread, String process) {
    String processName = name(process);
    String begun = unfinished.remove(thread);
    if (begun != null) {
      unfinished.put(processName, begun);
    }
    StraceProcess superseding = processes.remove(thread);
    if (superseding != null) {
      processes.put(processName, superseding);
    }
  }

  /** A process began a call; the text of an earlier one that it has not finished, or null. */
  @Nullable String beginCall(String name, String call) {
    get(name);
    memory.add(1, call.length());
    return unfinished.put(name, call);
  }

  /** The call that a process began; null when it did not. */
  @Nullable String resumeCall(String name) {
    return unfinished.remove(name);
  }

  private void rename(String from, String to) {
    StraceProcess process = processes.remove(from);
    if (process != null) {
      processes.put(to, process);
    }
    String call = unfinished.remove(from);
    if (call != null) {
      unfinished.put(to, call);
    }
    parentsOfEarlyChildren.replaceAll((child, parent) -> parent.equals(from) ? to : parent);
  }

  /** Whether too much was stored, all of which is dropped then. */
  boolean isTooMuch() {
    boolean isTooMuch = unfinished.size() + processes.size() > MOST_PROCESSES;
    if (!isTooMuch && memory.bytes() > MOST_STORED_BYTES) {
      StraceMemory recounted = new StraceMemory();
      unfinished.values().forEach(begun -> recounted.add(1, begun.length()));
      Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
      processes.values().forEach(process -> process.count(recounted, seen));
      memory.set(recounted);
      isTooMuch = recounted.bytes() > MOST_STORED_BYTES / 2;
    }
    if (isTooMuch) {
      unfinished.clear();
      processes.clear();
      parentsOfEarlyChildren.clear();
      memory.set(new StraceMemory());
    }
    return isTooMuch;
  }
}
