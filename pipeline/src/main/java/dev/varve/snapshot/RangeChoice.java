package dev.varve.snapshot;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which ranges of disks are read, once their lengths are known. */
@FunctionalInterface
public interface RangeChoice {
  /** Whole disks. */
  RangeChoice ALL = heads -> null;

  /** The ranges to be read; null for all. */
  @Nullable RangeDraw of(List<SnapshotHead> heads);
}
