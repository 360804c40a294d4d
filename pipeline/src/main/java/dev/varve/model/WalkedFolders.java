package dev.varve.model;

import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The folders that a walk has entered, known by what they are and not by the ways to them. Links
 * may form loops, and a few of them any number of ways.
 */
public final class WalkedFolders {
  private final ByteStore store;
  private final String top;
  private final Set<String> entered = new HashSet<>();

  /**
   * @param top location of the folder in which the walk begins
   */
  public WalkedFolders(ByteStore store, String top) throws IOException {
    this.store = store;
    this.top = store.identity(top);
  }

  /**
   * Enters a folder, unless it is read elsewhere: a link to what is below the top, or around it, is
   * not followed, and no folder is entered twice.
   *
   * @return why it is not entered; empty when it is
   */
  public Optional<String> enter(String location) throws IOException {
    String real = store.identity(location);
    if (within(top, real)) {
      return Optional.of("a link back to " + real + ", which contains it");
    }
    int name = location.lastIndexOf('/') + 1;
    String parent = location.substring(0, name).replaceFirst("(?<=[^:/])/$", "");
    boolean isLink = !real.equals(slashed(store.identity(parent)) + location.substring(name));
    if ((isLink && within(real, top)) || !entered.add(real)) {
      return Optional.of("a link to " + real + ", which is read once, at its own path");
    }
    return Optional.empty();
  }

  private static boolean within(String real, String folder) {
    return real.equals(folder) || real.startsWith(slashed(folder));
  }

  private static String slashed(String folder) {
    return folder.endsWith("/") ? folder : folder + "/";
  }
}
