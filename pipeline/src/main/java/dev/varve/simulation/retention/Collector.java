package dev.varve.simulation.retention;

/**
 * Rule by which a registry's garbage collection decides which manifests are needed, once tags are
 * removed.
 */
public enum Collector {
  /**
   * A manifest that no remaining tag leads to, through indexes and referrers, goes with the tags
   * that led to it: Harbor, GitLab with its metadata database. One that no tag led to before stays,
   * unless untagged manifests are to go too. Tags such as {@code sha256-HEX.sig} go with the
   * manifest they name.
   */
  REACHABLE,
  /**
   * Distribution's garbage-collect up to 2.8: every manifest of a repository is needed by itself.
   * With --delete-untagged those without a tag go, children of an index that stays among them.
   */
  DISTRIBUTION_2,
  /** Distribution since 3.0: unlike before, the children of an index that stays are needed too. */
  DISTRIBUTION_3
}
