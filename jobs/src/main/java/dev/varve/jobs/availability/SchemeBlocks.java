package dev.varve.jobs.availability;

import dev.varve.availability.Protection;
import dev.varve.placement.Cluster;
import dev.varve.placement.PlacementSettings;
import dev.varve.placement.Redundancy;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Blocks of a scheme, each counted once, and their bytes. */
record SchemeBlocks(long privateCount, long privateBytes, long popularCount, long popularBytes)
    implements Serializable {
  long dataBytes() {
    return privateBytes + popularBytes;
  }

  /** Of a block; 0 without blocks. */
  double meanBytes() {
    long count = privateCount + popularCount;
    return count == 0 ? 0 : (double) dataBytes() / count;
  }

  /** With replicas or parity. */
  long storedBytes(Protection protection) {
    return Math.round(protection.storedBytes(privateBytes, popularBytes));
  }

  /** The popular redundancy that a row states: none without popular blocks. */
  @Nullable Redundancy popular(Redundancy redundancy) {
    return popularCount > 0 ? redundancy : null;
  }

  /** Every combination; without popular blocks their redundancy matters to nothing: one serves. */
  List<Protection> protections(
      List<Cluster> clusters,
      List<String> placements,
      PlacementSettings placementSettings,
      List<Redundancy> redundancies,
      List<Redundancy> popularRedundancies) {
    List<Redundancy> popular =
        popularCount > 0 ? popularRedundancies : popularRedundancies.subList(0, 1);
    List<Protection> protections = new ArrayList<>();
    for (Cluster cluster : clusters) {
      for (String placement : placements) {
        for (Redundancy redundancy : redundancies) {
          for (Redundancy ofPopular : popular) {
            protections.add(
                new Protection(cluster, placement, placementSettings, redundancy, ofPopular));
          }
        }
      }
    }
    return protections;
  }
}
