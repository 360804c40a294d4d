package dev.varve.simulation.pull;

import dev.varve.simulation.cache.CachePolicies;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A registry's way of storing layers, and of caching layers that it has restored from files.
 *
 * @param name as in the settings
 * @param layout of the layers
 * @param cache name of the policy of the cache for restored layers
 * @param prefetch which layers are kept ready before they are requested
 */
public record Backend(String name, Layout layout, String cache, Prefetch prefetch)
    implements Serializable {
  private static final String FILES = "dedup";

  /** The form in which layers are stored. */
  public enum Layout {
    /** Whole layers, all on one server. */
    ONE_SERVER,
    /** Whole layers, each on a server chosen by its digest. */
    WHOLE,
    /** Files, each content once, spread over all servers. */
    FILES
  }

  /** Work done ahead of requests for layers. */
  public enum Prefetch {
    NONE,
    /** On GET manifest, layers that the client is expected to request are restored. */
    PRECONSTRUCT,
    /** A pushed layer is kept ready immediately. */
    PUSH
  }

  /** Every name. */
  public static final List<String> NAMES = names();

  private static List<String> names() {
    List<String> names = new ArrayList<>(List.of("one-server", "whole-layers"));
    names.addAll(CachePolicies.NAMES.stream().map(cache -> FILES + "-" + cache).toList());
    names.addAll(List.of(FILES + "-push", FILES + "-preconstruct"));
    return List.copyOf(names);
  }

  /**
   * The backend of a name: {@code one-server} and {@code whole-layers} keep layers whole. {@code
   * dedup-none}, {@code dedup-lru} and so on keep files with a cache of that policy. {@code
   * dedup-push} and {@code dedup-preconstruct} have an LRU cache that is filled ahead too.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static Backend named(String name) {
    if (!NAMES.contains(name)) {
      throw new IllegalArgumentException(
          "there is no backend " + name + "; choose one of " + NAMES);
    }
    return switch (name) {
      case "one-server" -> new Backend(name, Layout.ONE_SERVER, "none", Prefetch.NONE);
      case "whole-layers" -> new Backend(name, Layout.WHOLE, "none", Prefetch.NONE);
      case FILES + "-push" -> new Backend(name, Layout.FILES, "lru", Prefetch.PUSH);
      case FILES + "-preconstruct" -> new Backend(name, Layout.FILES, "lru", Prefetch.PRECONSTRUCT);
      default -> new Backend(name, Layout.FILES, name.substring(FILES.length() + 1), Prefetch.NONE);
    };
  }

  /** Whether this backend has a cache of limited bytes. */
  public boolean hasCache() {
    return layout == Layout.FILES && !cache.equals("none") && !cache.equals("unbounded");
  }
}
