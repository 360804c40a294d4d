package dev.varve.content.snapshot;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Choice of the ranges of disks that are read, once their lengths are known. */
@FunctionalInterface
public interface RangeChoice {
  /** Whole disks. */
  RangeChoice ALL = (heads, roots) -> null;

  /**
   * The ranges to be read; null for all.
   *
   * @param roots where backing files may be
   */
  @Nullable RangeDraw choose(List<SnapshotHead> heads, List<String> roots) throws IOException;
}
