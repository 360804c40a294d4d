package dev.varve.content.snapshot;

import dev.varve.input.disk.FileState;
import dev.varve.input.disk.PackedDisk;
import dev.varve.input.inventory.RefusedInput;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.input.inventory.SnapshotPlan;
import dev.varve.model.EpochMicros;
import dev.varve.model.RejectReason;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Snapshots of the warehouse, with which those of a plan are compared. Some of the plan are new,
 * others have changed since they were read. Both get positions in the order of their VM.
 *
 * <p>A disk that has changed is read again as a further snapshot of its VM, which follows the one
 * before. The newest of these versions is compared with the disk in the next run.
 */
public final class SnapshotPlaces {
  private final Map<String, Map<String, Published>> byVm = new HashMap<>();
  private final Map<Name, List<Published>> readings = new HashMap<>();
  private final Map<Name, Published> cameBack = new HashMap<>();
  private final Map<Name, List<Seen>> seen = new HashMap<>();
  private final Function<SnapshotImage, String> locations;
  private final Instant startedAt;

  /**
   * A snapshot's row in the warehouse.
   *
   * @param versionOf name of its first reading, null of a first reading
   * @param fileState null in rows of earlier versions of the software, and of disks in images
   */
  public record Published(
      String vm,
      String snapshot,
      @Nullable String versionOf,
      int position,
      @Nullable String parent,
      long virtualBytes,
      String source,
      @Nullable String fileState,
      @Nullable Instant firstSeenAt) {
    /** Its name in a plan, whatever reading it is. */
    public String planName() {
      return versionOf == null ? snapshot : versionOf;
    }
  }

  /**
   * A stretch of time in which a snapshot was at a place: a row of table {@code snapshot_sighting}.
   *
   * @param location null where an earlier version of the software did not know it
   * @param goneAt null while it is there
   * @param fileState of its files there; null where an earlier version of the software saw them
   */
  public record Seen(
      @Nullable String location,
      String vm,
      String snapshot,
      Instant firstSeenAt,
      @Nullable Instant goneAt,
      @Nullable String fileState) {
    /** This stretch, which ended at a moment. */
    public Seen gone(Instant at) {
      return new Seen(location, vm, snapshot, firstSeenAt, at, fileState);
    }

    /** This stretch with the state of the files there. */
    public Seen withState(@Nullable String state) {
      return new Seen(location, vm, snapshot, firstSeenAt, goneAt, state);
    }
  }

  /** A snapshot of a plan, of whatever version. */
  private record Name(String vm, String snapshot) {
    static Name of(SnapshotImage image) {
      return new Name(image.vm(), image.planName());
    }
  }

  /**
   * Indexes the warehouse's snapshots.
   *
   * @param seen where they are, and where they were
   * @param locations gives the place of a snapshot of the plan
   * @param startedAt start of the run, after which versions are named
   */
  public SnapshotPlaces(
      List<Published> published,
      List<Seen> seen,
      Function<SnapshotImage, String> locations,
      Instant startedAt) {
    this.locations = locations;
    this.startedAt = startedAt;
    for (Published row : published) {
      byVm.computeIfAbsent(row.vm(), vm -> new HashMap<>()).put(row.snapshot(), row);
      readings
          .computeIfAbsent(new Name(row.vm(), row.planName()), name -> new ArrayList<>())
          .add(row);
    }
    for (Seen one : seen) {
      Published row = stored(one.vm()).get(one.snapshot());
      if (row != null) {
        this.seen
            .computeIfAbsent(new Name(one.vm(), row.planName()), name -> new ArrayList<>())
            .add(one);
      }
    }
  }

  /** The last stretch at the place of a snapshot, whether it has ended or not. */
  private @Nullable Seen seen(SnapshotImage image) {
    String place = image.fileAt(locations.apply(image));
    return seen.getOrDefault(Name.of(image), List.of()).stream()
        .filter(one -> one.location() != null && image.fileAt(one.location()).equals(place))
        .max(Comparator.comparing(Seen::firstSeenAt))
        .orElse(null);
  }

  /**
   * The row of a reading that came back to the place of a snapshot, or of what was last seen there,
   * or else of the newest reading.
   */
  private @Nullable Published row(SnapshotImage image) {
    Published back = cameBack.get(Name.of(image));
    Seen last = seen(image);
    if (back != null || last == null) {
      return back != null ? back : newest(readings.getOrDefault(Name.of(image), List.of()));
    }
    return stored(image.vm()).get(last.snapshot());
  }

  private static @Nullable Published newest(List<Published> readings) {
    return readings.stream().max(Comparator.comparingInt(Published::position)).orElse(null);
  }

  /**
   * The plan without files that have the name of a later reading of another disk, such as {@code
   * disk@2026-11-29T03:00:05Z}, which are refused: the warehouse has this name already.
   */
  public SnapshotPlan withoutNamesOfVersions(SnapshotPlan plan) {
    List<SnapshotImage> images = new ArrayList<>();
    List<RefusedInput> refused = new ArrayList<>(plan.refused());
    for (SnapshotImage image : plan.images()) {
      Published row = stored(image.vm()).get(image.snapshot());
      if (row == null || row.versionOf() == null) {
        images.add(image);
      } else {
        String message = "the warehouse has a later reading of %s under this name: rename this one";
        refused.add(
            new RefusedInput(
                image.source(), RejectReason.UNSUPPORTED, -1, message.formatted(row.versionOf())));
      }
    }
    return new SnapshotPlan(images, refused, plan.unlisted(), plan.roots(), plan.inputs());
  }

  /**
   * Snapshots that the warehouse has, each under the name of the version that was last seen at its
   * place, or else of the newest one.
   */
  public List<SnapshotImage> known(List<SnapshotImage> images) {
    List<SnapshotImage> known = new ArrayList<>();
    for (SnapshotImage image : images) {
      Published row = row(image);
      if (row != null) {
        known.add(named(image, row));
      }
    }
    return known;
  }

  private static SnapshotImage named(SnapshotImage image, Published row) {
    return row.versionOf() == null
        ? image
        : image.asVersion(row.snapshot(), row.position(), row.parent(), image.takenAtMicros());
  }

  /**
   * Known snapshots, of which those have another name whose disk was read at another place, in the
   * state that it has now, and came back from there. {@link #known} and {@link #placed} use this
   * name from then on.
   *
   * @param known heads of what {@link #known} returns
   * @param isThere whether there is still something at a location
   */
  public List<SnapshotHead> cameBack(List<SnapshotHead> known, Predicate<String> isThere) {
    List<SnapshotHead> heads = new ArrayList<>();
    for (SnapshotHead head : known) {
      SnapshotImage image = head.image();
      FileState state = image.state();
      Seen last = seen(image);
      Published back = null;
      if (state != null && last != null && !state.text().equals(last.fileState())) {
        back =
            newest(
                readings.getOrDefault(Name.of(image), List.of()).stream()
                    .filter(one -> one.versionOf() != null && state.text().equals(one.fileState()))
                    .filter(one -> !image.fileAt(one.source()).equals(image.fileAt(head.source())))
                    .filter(one -> !isThere.test(image.fileAt(one.source())))
                    .toList());
      }
      if (back != null) {
        cameBack.put(Name.of(image), back);
      }
      heads.add(back == null ? head : head.as(named(image, back)));
    }
    return heads;
  }

  /**
   * Those of these snapshots whose files are not as they were when they were read. Of one that was
   * read at another place which is still there they are compared with what was seen here, as a copy
   * has other times.
   *
   * @param known heads of what {@link #known} returns
   * @param isThere whether there is still something at a location
   */
  public List<SnapshotHead> changed(List<SnapshotHead> known, Predicate<String> isThere) {
    List<SnapshotHead> changed = new ArrayList<>();
    for (SnapshotHead head : known) {
      Published row = row(head.image());
      FileState state = head.image().state();
      if (row != null && state != null && isChanged(row, head, state, isThere)) {
        changed.add(head);
      }
    }
    return changed;
  }

  private boolean isChanged(
      Published row, SnapshotHead head, FileState state, Predicate<String> isThere) {
    String file = head.image().fileAt(row.source());
    if (file.equals(head.image().fileAt(head.source())) || !isThere.test(file)) {
      return !isAsItWas(row, head, state);
    }
    Seen seen = seen(head.image());
    String before = seen == null ? null : seen.fileState();
    return before != null && !before.equals(state.text());
  }

  private static boolean isAsItWas(Published row, SnapshotHead head, FileState now) {
    if (row.fileState() != null) {
      return row.fileState().equals(now.text());
    }
    // A row of an earlier version of the software says how long the disk was, and when it was read.
    Instant readAt = row.firstSeenAt();
    Long changedAt = now.changedAtMicros();
    return hasLength(row, head)
        && (readAt == null || changedAt == null || changedAt <= EpochMicros.of(readAt));
  }

  /** The head of a chunk trace has the length of its file, which no row has. */
  private static boolean hasLength(Published row, SnapshotHead head) {
    return head.image().format().isStream() || row.virtualBytes() == head.virtualBytes();
  }

  /**
   * Known snapshots that were read at another place, where they still are, and have another length
   * here: another disk has the same name. Each has a fault that says so.
   *
   * @param known heads of what has not changed
   */
  public List<SnapshotHead> resized(List<SnapshotHead> known) {
    List<SnapshotHead> resized = new ArrayList<>();
    for (SnapshotHead head : known) {
      Published row = row(head.image());
      if (row != null && head.fault() == null && !hasLength(row, head)) {
        String message =
            "the warehouse contains a snapshot of this name with %d bytes, of %s; this one has %d:"
                + " rename this one";
        resized.add(
            new SnapshotHead(
                head.image(),
                head.virtualBytes(),
                null,
                new SnapshotHead.Fault(
                    RejectReason.UNSUPPORTED,
                    -1,
                    message.formatted(row.virtualBytes(), row.source(), head.virtualBytes()))));
      }
    }
    return resized;
  }

  /**
   * The snapshots of a plan under their names in the warehouse, with their positions and parents.
   * Where the inputs still contain all snapshots of a VM that are in the warehouse, at the same
   * positions, the order of the inputs is used. Otherwise changed and new snapshots follow those
   * stored, in the order of the inputs.
   */
  public List<SnapshotImage> placed(List<SnapshotImage> images, List<SnapshotHead> changed) {
    Map<Name, SnapshotHead> changes = new HashMap<>();
    changed.forEach(head -> changes.put(Name.of(head.image()), head));
    Map<String, List<SnapshotImage>> planned = new LinkedHashMap<>();
    images.forEach(
        image -> planned.computeIfAbsent(image.vm(), vm -> new ArrayList<>()).add(image));
    List<SnapshotImage> placed = new ArrayList<>();
    planned.forEach((vm, ofVm) -> placed.addAll(placed(vm, ofVm, changes)));
    return placed;
  }

  /** Those of the placed snapshots that the warehouse does not have. */
  public List<SnapshotImage> unread(List<SnapshotImage> placed) {
    return placed.stream()
        .filter(image -> !stored(image.vm()).containsKey(image.snapshot()))
        .toList();
  }

  private Map<String, Published> stored(String vm) {
    return byVm.getOrDefault(vm, Map.of());
  }

  private List<SnapshotImage> placed(
      String vm, List<SnapshotImage> ofVm, Map<Name, SnapshotHead> changes) {
    Map<String, Published> stored = stored(vm);
    Published last = null;
    for (Published row : stored.values()) {
      last = last == null || row.position() > last.position() ? row : last;
    }
    int next = last == null ? 0 : last.position() + 1;
    String lastName = last == null ? null : last.snapshot();
    boolean isInOrder = unmoved(ofVm, stored) == stored.size();
    Map<String, SnapshotImage> known = new HashMap<>();
    for (SnapshotImage image : known(ofVm)) {
      SnapshotHead head = changes.get(Name.of(image));
      known.put(image.planName(), head == null ? image : version(head, ofVm));
      isInOrder &= head == null;
    }
    List<SnapshotImage> placed = new ArrayList<>();
    for (SnapshotImage image : ofVm) {
      SnapshotImage own = known.get(image.snapshot());
      if (own == null) {
        // Images do not state which follows which.
        boolean follows =
            !isInOrder && image.parent() == null && !(image.format() instanceof PackedDisk);
        String parent = follows ? lastName : newestName(vm, image.parent(), known);
        own = image.withPosition(isInOrder ? image.position() : next++, parent);
        lastName = own.snapshot();
      } else if (!stored.containsKey(own.snapshot())) {
        own = own.withPosition(next++, own.parent());
        lastName = own.snapshot();
      }
      placed.add(own);
    }
    return placed;
  }

  /** The name of the newest reading of a snapshot of the plan, whether the plan lists it or not. */
  private @Nullable String newestName(
      String vm, @Nullable String planName, Map<String, SnapshotImage> known) {
    if (planName == null) {
      return null;
    }
    SnapshotImage planned = known.get(planName);
    if (planned != null) {
      return planned.snapshot();
    }
    Published row = newest(readings.getOrDefault(new Name(vm, planName), List.of()));
    return row == null ? planName : row.snapshot();
  }

  /** The reading of a disk that has changed: it follows the version before. */
  private SnapshotImage version(SnapshotHead head, List<SnapshotImage> ofVm) {
    SnapshotImage before = head.image();
    String second = before.planName() + "@" + startedAt.truncatedTo(ChronoUnit.SECONDS);
    boolean isTaken =
        stored(before.vm()).containsKey(second)
            || ofVm.stream().anyMatch(image -> image.snapshot().equals(second));
    String name = isTaken ? before.planName() + "@" + startedAt : second;
    FileState state = before.state();
    Long takenAt = before.takenAtMicros();
    return before.asVersion(
        name,
        before.position(),
        before.snapshot(),
        takenAt == null && state != null ? state.changedAtMicros() : takenAt);
  }

  private static long unmoved(List<SnapshotImage> ofVm, Map<String, Published> stored) {
    return ofVm.stream()
        .filter(
            image -> {
              Published row = stored.get(image.snapshot());
              return row != null && row.position() == image.position();
            })
        .count();
  }
}
