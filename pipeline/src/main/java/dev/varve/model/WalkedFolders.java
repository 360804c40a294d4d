package dev.varve.model;

import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The folders that a walk has entered, identified by their real location and not by the path that
 * led there. Links may form loops, and a few links make very many paths to one folder.
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
   * Enters a folder, unless the walk reads it elsewhere. Links to folders inside the top folder or
   * to folders that contain it are not followed, and no folder is entered twice.
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
