package dev.varve.jobs.ingest.snapshot;

import dev.varve.content.snapshot.SnapshotHead;
import dev.varve.content.snapshot.SnapshotPlaces.Published;
import dev.varve.content.snapshot.SnapshotPlaces.Seen;
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
import dev.varve.jobs.warehouse.table.Publication;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keeps table {@code snapshot_sighting}: which snapshots are where the run looked, and which are
 * gone from there. Each wave says where its snapshots are and that the versions before them are not
 * there any more; the end of the run says what else is gone.
 */
final class SnapshotSightings {
  private static final String TABLE = "snapshot_sighting";

  /** The tag and digest of an image behind its repository. */
  private static final Pattern NAME_OF_IMAGE = Pattern.compile("(:[^/@]*)?(@\\w+:[0-9a-f]+)?$");

  /** An image in a layout, archive or storage tree, behind the {@code #}. */
  private static final Pattern IMAGE = Pattern.compile(".+@\\w+:[0-9a-f]{32,}");

  /** An internal snapshot of a disk, or a disk that a manifest lists, behind the {@code #}. */
  private static final Pattern IN_FILE = Pattern.compile("[^/]+|[A-Za-z][A-Za-z0-9+.-]*:/.*");

  private record Name(String vm, String snapshot) {
    static Name of(Seen one) {
      return new Name(one.vm(), one.snapshot());
    }
  }

  private record Place(@Nullable String location, Name name) {}

  private final Run run;
  private final List<String> inputs;
  private final SnapshotPlan plan;
  private final List<Published> published;

  /** The disk of each snapshot of the warehouse: the name in a plan, whatever reading it is. */
  private final Map<Name, Name> disks = new HashMap<>();

  private final Map<Place, String> states = new HashMap<>();

  /** The rows of the table. */
  private List<Seen> sightings;

  /**
   * @param inputs locations of the inputs
   * @param plan the snapshots of the inputs, under their names in the warehouse
   * @param published the snapshots in the warehouse before the run
   * @param sightings the rows of the table before the run
   */
  SnapshotSightings(
      Run run,
      List<String> inputs,
      SnapshotPlan plan,
      List<Published> published,
      List<Seen> sightings) {
    this.run = run;
    this.inputs = inputs;
    this.plan = plan;
    this.published = published;
    this.sightings = sightings;
    published.forEach(
        row -> disks.put(new Name(row.vm(), row.snapshot()), new Name(row.vm(), row.planName())));
  }

  /** Stages the rows together with snapshots that were read. */
  void add(Publication publication, List<SnapshotImage> read) throws IOException {
    Set<Place> seen = new LinkedHashSet<>();
    Map<Name, SnapshotImage> byDisk = new HashMap<>();
    for (SnapshotImage image : read) {
      Name name = new Name(image.vm(), image.snapshot());
      Name disk = new Name(image.vm(), image.planName());
      disks.put(name, disk);
      byDisk.put(disk, image);
      seen.add(place(image));
    }
    Predicate<Seen> isReplaced =
        one -> {
          SnapshotImage image = byDisk.get(disks.get(Name.of(one)));
          return image != null
              && one.location() != null
              && image.fileAt(one.location()).equals(image.fileAt(plan.place(image)));
        };
    stage(publication, seen, earlier(seen).stream().filter(isReplaced).toList(), isReplaced);
  }

  /** The place of a snapshot, of which it notes the state of the files if that is known. */
  private Place place(SnapshotImage image) {
    Place place = new Place(plan.place(image), new Name(image.vm(), image.snapshot()));
    FileState state = image.state();
    if (state != null) {
      states.put(place, state.text());
    }
    return place;
  }

  /**
   * Stages the rows at the end of the run. Where a disk has changed and could not be read again,
   * the version before counts as seen: nothing is known of what came instead.
   *
   * @param heads of the snapshots that have not changed, and of those that were read
   * @param rejected locations at which this run rejected something
   */
  void addLast(List<SnapshotHead> heads, Set<String> rejected) throws IOException {
    heads.forEach(head -> place(head.image()));
    Set<Place> seen = new LinkedHashSet<>();
    for (SnapshotImage image : plan.images()) {
      Name own = new Name(image.vm(), image.snapshot());
      Name name = disks.containsKey(own) ? own : versionBefore(image).orElse(own);
      if (disks.containsKey(name)) {
        seen.add(new Place(plan.place(image), name));
      }
    }
    Judging judging = judging();
    stage(run.publication(), seen, earlier(seen), one -> judging.isJudged(one.location()));
    countGone();
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
   * Stages the table if it changes.
   *
   * @param seen what is where
   * @param earlier what an earlier version ingested, of which the table has no row yet
   * @param isJudged whether what is not seen any more is gone
   */
  private void stage(
      Publication publication, Set<Place> seen, List<Seen> earlier, Predicate<Seen> isJudged)
      throws IOException {
    List<Seen> before = new ArrayList<>(sightings);
    before.addAll(earlier);
    List<Seen> after = new ArrayList<>();
    Set<Name> known = new HashSet<>();
    Set<Name> there = new HashSet<>();
    Set<Name> lost = new HashSet<>();
    Set<Place> fresh = new LinkedHashSet<>(seen);
    for (Seen one : before) {
      Name name = Name.of(one);
      known.add(name);
      if (one.goneAt() != null) {
        after.add(one);
        continue;
      }
      there.add(name);
      Place place = new Place(one.location(), name);
      if (fresh.remove(place)) {
        after.add(one.fileState() == null ? one.withState(states.get(place)) : one);
      } else if (isJudged.test(one)) {
        after.add(one.gone(run.startedAt()));
        lost.add(name);
      } else {
        after.add(one);
      }
    }
    Set<Name> back = new HashSet<>();
    for (Place place : fresh) {
      Name name = place.name();
      after.add(
          new Seen(
              place.location(),
              name.vm(),
              name.snapshot(),
              run.startedAt(),
              null,
              states.get(place)));
      if (known.contains(name) && !there.contains(name)) {
        back.add(name);
      }
    }
    lost.removeAll(there(after));
    run.count(Staleness.GONE_OR_BACK, lost.size() + (long) back.size());
    if (!after.equals(sightings)) {
      publication.add(TABLE, Seen.class, after, "vm", "snapshot", "location", "first_seen_at");
      sightings = after;
    }
  }

  private static Set<Name> there(List<Seen> rows) {
    return rows.stream()
        .filter(one -> one.goneAt() == null)
        .map(Name::of)
        .collect(Collectors.toSet());
  }

  /** Rows for snapshots that an earlier version ingested and that are not seen. */
  private List<Seen> earlier(Set<Place> seen) {
    Set<Name> known = new HashSet<>();
    sightings.forEach(one -> known.add(Name.of(one)));
    seen.forEach(place -> known.add(place.name()));
    List<Seen> earlier = new ArrayList<>();
    for (Published row : published) {
      if (!known.contains(new Name(row.vm(), row.snapshot()))) {
        Instant since = row.firstSeenAt() == null ? Instant.EPOCH : row.firstSeenAt();
        earlier.add(new Seen(row.source(), row.vm(), row.snapshot(), since, null, null));
      }
    }
    return earlier;
  }

  /** Counts the disks that have changed or are gone since the last run that ended whole. */
  private void countGone() throws IOException {
    record Last(@Nullable Instant at) {}
    run.registerTables(List.of("run"));
    Query query =
        Query.of(
            "SELECT max(started_at) AS at FROM run"
                + " WHERE verb = 'ingest snapshots' AND finished_at IS NOT NULL");
    Instant last = run.engine().onlyRow(query, Last.class).at();
    Set<Name> lost = new HashSet<>();
    for (Seen one : sightings) {
      if (one.goneAt() != null && (last == null || one.goneAt().isAfter(last))) {
        lost.add(Name.of(one));
      }
    }
    Set<Name> there = there(sightings);
    lost.removeAll(there);
    Set<Name> gone =
        lost.stream().map(name -> disks.getOrDefault(name, name)).collect(Collectors.toSet());
    long all = gone.size();
    there.forEach(name -> gone.remove(disks.getOrDefault(name, name)));
    run.count("snapshots_changed", all - gone.size());
    run.count("snapshots_gone", gone.size());
  }

  /**
   * Whether an unlisted place makes this input incomplete. Images without a tag do not count: few
   * registries list them.
   */
  private static boolean isOf(String unlisted, String input) {
    String name = unlisted.replaceFirst("(:[^/@]*)@$", "");
    return !name.endsWith("@") && Judged.isAtOrBelow(name, input);
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

  private Judging judging() {
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
