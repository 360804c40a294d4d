package dev.varve.jobs.ingest.snapshot;

import dev.varve.content.snapshot.SnapshotHead;
import dev.varve.input.disk.FileState;
import dev.varve.input.disk.LocationText;
import dev.varve.input.inventory.RefusedInput;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.input.inventory.SnapshotPlan;
import dev.varve.input.source.Judged;
import dev.varve.input.source.RegistryInput;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.Staleness;
import dev.varve.jobs.ingest.RejectionSightings;
import dev.varve.jobs.ingest.Sources;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Stages table {@code snapshot_sighting}: which snapshots are where the run looked, and which are
 * gone from there.
 *
 * @param inputs locations of the inputs
 */
record SnapshotSightings(Run run, List<String> inputs) {
  private static final String TABLE = "snapshot_sighting";

  /** The tag and digest of an image behind its repository. */
  private static final Pattern NAME_OF_IMAGE = Pattern.compile("(:[^/@]*)?(@\\w+:[0-9a-f]+)?$");

  /** An image in a layout, archive or storage tree, behind the {@code #}. */
  private static final Pattern IMAGE = Pattern.compile(".+@\\w+:[0-9a-f]{32,}");

  /** An internal snapshot of a disk, or a disk that a manifest lists, behind the {@code #}. */
  private static final Pattern IN_FILE = Pattern.compile("[^/]+|[A-Za-z][A-Za-z0-9+.-]*:/.*");

  private record Sighting(
      @Nullable String location,
      String vm,
      String snapshot,
      Instant firstSeenAt,
      @Nullable Instant goneAt,
      @Nullable String fileState) {
    Name name() {
      return new Name(vm, snapshot);
    }

    Sighting gone(Instant at) {
      return new Sighting(location, vm, snapshot, firstSeenAt, at, fileState);
    }

    Sighting withState(@Nullable String state) {
      return new Sighting(location, vm, snapshot, firstSeenAt, goneAt, state);
    }
  }

  private record Name(String vm, String snapshot) {}

  private record Published(
      String vm,
      String snapshot,
      @Nullable String versionOf,
      String source,
      @Nullable Instant firstSeenAt) {
    Name name() {
      return new Name(vm, snapshot);
    }

    /** The name of the disk in a plan, whatever reading the snapshot is. */
    Name planName() {
      return new Name(vm, versionOf == null ? snapshot : versionOf);
    }
  }

  /**
   * Stages the rows, after those of all snapshots.
   *
   * @param heads of the snapshots that have not changed, and of those that were read
   * @param rejected locations at which this run rejected something
   */
  void add(SnapshotPlan plan, List<SnapshotHead> heads, Set<String> rejected) throws IOException {
    Map<List<String>, String> states = new HashMap<>();
    for (SnapshotHead head : heads) {
      SnapshotImage image = head.image();
      FileState state = image.state();
      if (state != null) {
        states.put(List.of(plan.place(image), image.vm(), image.snapshot()), state.text());
      }
    }
    run.registerTables(List.of(TABLE, "snapshot"));
    List<Published> rows =
        run.engine()
            .all(
                Query.of("SELECT vm, snapshot, version_of, source, first_seen_at FROM snapshot"),
                Published.class);
    Map<Name, Name> published = new HashMap<>();
    rows.forEach(one -> published.put(one.name(), one.planName()));
    Map<Name, Set<String>> seen = seen(plan, published.keySet());
    List<Sighting> before = new ArrayList<>();
    run.engine().each(Query.of("SELECT * FROM snapshot_sighting"), Sighting.class, before::add);
    Set<Name> known = new HashSet<>();
    before.forEach(sighting -> known.add(sighting.name()));
    List<Sighting> there = new ArrayList<>();
    List<Sighting> after = new ArrayList<>();
    before.forEach(sighting -> (sighting.goneAt() == null ? there : after).add(sighting));
    for (Published one : rows) {
      if (!known.contains(one.name()) && !seen.containsKey(one.name())) {
        there.add(earlier(one));
      }
    }
    long changes = there.size() + (long) after.size() - before.size();
    long gone = 0;
    Set<Name> back = new HashSet<>();
    Judging judging = judging(plan);
    Set<Name> lost = new HashSet<>();
    for (Sighting one : there) {
      Set<String> places = seen.getOrDefault(one.name(), new HashSet<>());
      if (places.remove(one.location())) {
        String state =
            states.get(List.of(String.valueOf(one.location()), one.vm(), one.snapshot()));
        boolean isNew = one.fileState() == null && state != null;
        after.add(isNew ? one.withState(state) : one);
        changes += isNew ? 1 : 0;
      } else if (!judging.isJudged(one.location())) {
        after.add(one);
      } else {
        after.add(one.gone(run.startedAt()));
        lost.add(one.name());
        gone++;
      }
    }
    for (Map.Entry<Name, Set<String>> one : seen.entrySet()) {
      Name name = one.getKey();
      if (published.containsKey(name)) {
        for (String place : one.getValue()) {
          String state = states.get(List.of(place, name.vm(), name.snapshot()));
          after.add(new Sighting(place, name.vm(), name.snapshot(), run.startedAt(), null, state));
          changes++;
          back.add(name);
        }
      }
    }
    after.stream().filter(one -> one.goneAt() == null).forEach(one -> lost.remove(one.name()));
    back.retainAll(known);
    there.forEach(sighting -> back.remove(sighting.name()));
    run.count(Staleness.GONE_OR_BACK, lost.size() + (long) back.size());
    Set<Name> disks = new HashSet<>();
    lost.forEach(name -> disks.add(published.getOrDefault(name, name)));
    long lostDisks = disks.size();
    plan.images().forEach(image -> disks.remove(new Name(image.vm(), image.planName())));
    run.count("snapshots_changed", lostDisks - disks.size());
    run.count("snapshots_gone", disks.size());
    if (changes + gone > 0) {
      run.add(TABLE, Sighting.class, after, "vm", "snapshot", "location", "first_seen_at");
    }
    new RejectionSightings(run).add(rejected, judging::isWithin);
    Map<String, Sources.Kind> whole = new TreeMap<>();
    for (String input : inputs) {
      if (plan.refused().stream().noneMatch(one -> one.location().equals(input))
          && plan.unlisted().stream().noneMatch(one -> isOf(one, input))) {
        whole.put(input, Sources.Kind.DISKS);
      }
    }
    new Sources(run).add(whole);
  }

  /**
   * Whether an unlisted place makes this input incomplete. Images without a tag do not count: few
   * registries list them.
   */
  private static boolean isOf(String unlisted, String input) {
    String name = unlisted.replaceFirst("(:[^/@]*)@$", "");
    return !name.endsWith("@") && Judged.isAtOrBelow(name, input);
  }

  /** A row for a snapshot that an earlier version ingested. */
  private Sighting earlier(Published one) {
    Instant since = one.firstSeenAt() == null ? Instant.EPOCH : one.firstSeenAt();
    return new Sighting(one.source(), one.vm(), one.snapshot(), since, null, null);
  }

  /**
   * The places of each snapshot of the plan. Where a disk has changed and could not be read again,
   * the version before counts as seen: nothing is known of what came instead.
   */
  private static Map<Name, Set<String>> seen(SnapshotPlan plan, Set<Name> published) {
    Map<Name, Set<String>> seen = new HashMap<>();
    for (SnapshotImage image : plan.images()) {
      Name own = new Name(image.vm(), image.snapshot());
      Name name = published.contains(own) ? own : versionBefore(image).orElse(own);
      seen.computeIfAbsent(name, absent -> new LinkedHashSet<>()).add(plan.place(image));
    }
    return seen;
  }

  private static Optional<Name> versionBefore(SnapshotImage image) {
    String parent = image.parent();
    return image.versionOf() == null || parent == null
        ? Optional.empty()
        : Optional.of(new Name(image.vm(), parent));
  }

  /**
   * Decides whether this run can say that something at a place is gone.
   *
   * @param images inputs that may be layouts, archives or storage trees of images
   * @param files inputs that may be disks with internal snapshots, or manifests of disks
   * @param mayBeFile whether there may be a file of a name such as {@code disk.qcow2#1}, which is
   *     no snapshot inside of another file
   */
  private record Judging(
      Judged judged,
      Set<String> images,
      Set<String> files,
      Set<String> refused,
      Predicate<String> mayBeFile) {
    /** Whether a location is in the inputs. */
    boolean isWithin(String location) {
      if (RegistryInput.isRegistry(location)) {
        return judged.isWithinWhole(location) || judged.isWhole(repository(location));
      }
      return judged.isWhole(location)
          || images.stream().anyMatch(one -> isIn(location, one, IMAGE))
          || (files.stream().anyMatch(one -> isIn(location, one, IN_FILE))
              && !mayBeFile.test(location));
    }

    /**
     * Whether a location is inside of a file. A path that only begins like that of the file, such
     * as {@code vms#old/b.raw}, is not.
     */
    private static boolean isIn(String location, String file, Pattern inner) {
      return location.startsWith(file + "#")
          && inner.matcher(location.substring(file.length() + 1)).matches();
    }

    private static String repository(String location) {
      return NAME_OF_IMAGE.matcher(location).replaceFirst("");
    }

    boolean isJudged(@Nullable String location) {
      return location != null
          && isWithin(location)
          && refused.stream().noneMatch(one -> mayHide(one, location));
    }

    /** Whether a refused location may be why a place was not seen. */
    private static boolean mayHide(String refused, String location) {
      if (Judged.isAtOrBelow(location, refused)
          || location.startsWith(refused + "#")
          || (refused.endsWith("@") && location.startsWith(refused))
          || (location + "#").contains("#" + refused + "#")) { // a disk that a manifest lists
        return true;
      }
      String repository = repository(location);
      return RegistryInput.isRegistry(location)
          && (Judged.isAtOrBelow(repository, refused) || Judged.isAtOrBelow(refused, repository));
    }
  }

  /**
   * Whether there may be something at a location. What cannot be looked at, such as a file system
   * that is off, may be there.
   */
  static boolean mayBeAt(ByteStore store, String location) {
    try {
      return store.find(location).isPresent();
    } catch (IOException | IllegalArgumentException e) { // Hadoop's for the name of an unknown host
      return true;
    }
  }

  private Judging judging(SnapshotPlan plan) {
    Set<String> refused = new HashSet<>();
    plan.refused().stream().map(RefusedInput::location).forEach(refused::add);
    refused.addAll(plan.unlisted());
    Set<String> files = new HashSet<>();
    // A plan of disks in images has no roots; in one of disks, the roots are folders.
    if (!plan.roots().isEmpty()) {
      inputs.stream().map(LocationText::normal).forEach(files::add);
      plan.roots().forEach(files::remove);
    }
    try {
      return new Judging(
          new Judged(inputs),
          Set.copyOf(inputs),
          files,
          refused,
          location -> mayBeAt(run.store(), location));
    } catch (MalformedBlobException e) {
      throw new IllegalStateException(e); // the inputs were parsed before
    }
  }
}
