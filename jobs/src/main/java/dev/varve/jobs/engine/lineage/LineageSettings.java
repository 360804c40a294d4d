package dev.varve.jobs.engine.lineage;

import dev.varve.jobs.conf.Range;
import dev.varve.jobs.store.Locations;
import java.nio.file.InvalidPathException;

/**
 * Settings of lineage events: section lineage.
 *
 * @param to a file on this machine, or the address of a server; empty for that of the environment
 * @param namespace namespace of the jobs
 * @param timeoutSeconds longest time that one event may take
 */
public record LineageSettings(
    String to, String namespace, @Range(low = 1, high = 600) int timeoutSeconds) {

  /** Checks a value of {@link #to}; the name is that of the component, as settings are bound. */
  static String to(String text) {
    if (LineageServer.isAddress(text)) {
      LineageServer.address(text);
    } else if (!Locations.isLocal(text)) {
      throw new IllegalArgumentException("it is neither a file on this machine nor http(s)://HOST");
    } else {
      checkPath(text);
    }
    return text;
  }

  private static void checkPath(String text) {
    try {
      Locations.local(text);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(e.getReason(), e);
    }
  }
}
