package dev.varve.jobs.engine.run;

import dev.varve.jobs.warehouse.schema.FormatLists;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Thrown when an input, or the warehouse, lacks the data that a verb reads. */
public final class NoInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private NoInputException(String message) {
    super(message);
  }

  /** There is nothing at the inputs. */
  public static NoInputException nothingAt(List<String> inputs) {
    return new NoInputException(
        "there is nothing at "
            + String.join(", ", inputs)
            + "; check the path, and that it can be reached from here");
  }

  /** Some inputs are absent, others contain no images; one of the two lists may be empty. */
  public static NoInputException noImages(List<String> absent, List<String> inputs) {
    if (inputs.isEmpty()) {
      boolean areUris = absent.stream().allMatch(input -> input.contains("://"));
      return new NoInputException(
          nothingAt(absent).getMessage()
              + (areUris ? "" : "; a registry by its API is docker://HOST"));
    }
    return new NoInputException(
        (absent.isEmpty() ? "" : nothingAt(absent).getMessage() + "; ")
            + "no images found at "
            + String.join(", ", inputs)
            + "; expected a registry by its API (docker://HOST), an OCI image layout, a docker save archive, a registry's storage tree"
            + " (the folder that contains docker/registry/v2), a folder of skopeo's dir:, a store of"
            + " containerd, podman or Docker, or a folder of these, at most 8 folders down; varve ingest snapshots reads disks");
  }

  /** The registry host of each input refuses the request, or cannot be reached. */
  public static NoInputException refused(List<String> reasons) {
    return new NoInputException("no input can be read: " + String.join("; ", reasons));
  }

  /** The inputs contain no disks. */
  public static NoInputException noDisks(List<String> inputs) {
    return new NoInputException(
        "no disks found at "
            + String.join(", ", inputs)
            + FormatLists.filled(
                "; expected a folder tree VM/SNAPSHOT, a manifest named .csv with the columns vm,"
                    + " snapshot, path, an image of a disk ({disk-formats}), an OVA, a datastore or"
                    + " index of backups, or a chunk trace"));
  }

  /** The inputs contain images of containers, and no disks. */
  public static NoInputException noDisksButImages(List<String> inputs) {
    return new NoInputException(
        "no disks found at "
            + String.join(", ", inputs)
            + ", but images of containers: read them with varve ingest registry, or the disks inside of"
            + " them with --disks-in-images");
  }

  /** The warehouse contains no snapshots, which the simulation needs. */
  public static NoInputException noSnapshots(String location) {
    return new NoInputException(
        "the warehouse at "
            + location
            + " contains no snapshots; read some with varve ingest snapshots");
  }

  /** The warehouse contains no layers, which the simulation needs. */
  public static NoInputException noLayers(String location) {
    return new NoInputException(
        "the warehouse at "
            + location
            + " contains no layers; read some with varve ingest registry");
  }

  /**
   * No image line has enough images to plan their layers.
   *
   * @param condition that chose lines; empty for none
   */
  public static NoInputException noLines(String location, String condition) {
    return new NoInputException(
        "the warehouse at "
            + location
            + " has no repository and platform with three images whose layers were all read"
            + (condition.isBlank() ? "" : ", of those with " + condition)
            + "; read more of its tags with varve ingest registry, then run varve derive");
  }

  /** No line of the access lists names an image that can be used. */
  public static NoInputException noStarts(String why) {
    return new NoInputException("no access can be used; the first: " + why);
  }

  /** The warehouse contains no block maps of snapshot chains, which the simulation needs. */
  public static NoInputException noChains(String location) {
    return new NoInputException(
        "the warehouse at "
            + location
            + " has no chain_map: read disks that have backing files with varve ingest snapshots"
            + " (disks that an earlier version ingested, or that were ingested with"
            + " ingest.chain-map = none, have none); or simulate synthetic chains, with"
            + " --kinds grown");
  }

  /**
   * The warehouse does not exist, or the folder has only a part of a copied warehouse.
   *
   * @param isPart whether the folder has tables, and so is a part of a copy
   */
  private static NoInputException noWarehouse(String location, boolean isPart) {
    if (isPart) {
      return new NoInputException(
          "there are tables at "
              + location
              + " and no folder .varve, which says what of them was published: copy it too");
    }
    return new NoInputException(
        "there is no warehouse at "
            + location
            + "; make one with varve ingest registry or varve ingest snapshots");
  }

  /**
   * Returns the warehouse; fails if nothing has ever been written there.
   *
   * @param location of the warehouse, as the user wrote it
   */
  public static <W extends WarehouseFiles> W unlessThere(W warehouse, String location)
      throws IOException {
    if (!warehouse.exists()) {
      throw noWarehouse(location, warehouse.isIncompleteCopy());
    }
    return warehouse;
  }

  /** The report has no rows, because the command that fills its tables never ran. */
  public static NoInputException noRows(String report, String command) {
    return new NoInputException(
        report + " has no rows to compare with the gate; this fills it: " + command);
  }

  /**
   * The report reads tables that are older than the ingested data.
   *
   * @param stale the outdated tables, each with the verb that makes it again
   */
  public static NoInputException stale(String report, Map<String, String> stale) {
    return new NoInputException(
        "%s cannot be compared with a gate; %s".formatted(report, Staleness.sentence(stale)));
  }

  /** The report has no rows of the requested set, although it is not empty. */
  public static NoInputException noSet(String report, String condition) {
    return new NoInputException(
        report + " has no rows to compare with the gate for what matches " + condition);
  }

  /**
   * The warehouse does not contain the thing that was named.
   *
   * @param advice what to do next
   */
  public static NoInputException noThing(String named, String advice) {
    return new NoInputException("the warehouse contains no " + named + "; " + advice);
  }

  /** The warehouse contains no blocks to place. */
  public static NoInputException noBlocks(String location) {
    return new NoInputException(
        "there are no blocks at "
            + location
            + ": ingest a registry; or ingest snapshots and run varve simulate backup; or use a"
            + " synthetic fleet with --synthetic");
  }
}
