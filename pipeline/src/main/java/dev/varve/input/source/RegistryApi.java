package dev.varve.input.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.input.digest.Digests;
import dev.varve.model.ByteStore;
import dev.varve.model.EpochMicros;
import dev.varve.model.ForeignBytes;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.NaturalOrder;
import dev.varve.model.RejectReason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Reads a registry by its API (distribution specification 1.1), which a store presents as files:
 *
 * <ul>
 *   <li>{@code docker://HOST} lists repositories, {@code docker://HOST/REPOSITORY/tags} tags,
 *       {@code docker://HOST/REPOSITORY/referrers/DIGEST} manifests that refer to one;
 *   <li>{@code docker://HOST/REPOSITORY/manifests/TAG} is another name of {@code
 *       ../manifests/DIGEST};
 *   <li>{@code docker://HOST/REPOSITORY/blobs/DIGEST} is a blob.
 * </ul>
 *
 * Manifests without a tag are found only by references from others, as the API does not list them.
 */
final class RegistryApi {
  /** Most tags of one unit, so that several tasks share a large repository. */
  private static final int TAGS_OF_A_UNIT = 50;

  private static final int DEEPEST_INDEX = 8;

  /**
   * Most levels of referrers. Two are usual: an image's list of packages, and the signature of that
   * list.
   */
  private static final int DEEPEST_REFERRER = 8;

  /** Most manifests of a unit, including those that refer to its manifests. */
  private static final int MOST_REFERRERS = 100_000;

  private RegistryApi() {}

  /** The repositories of an input. */
  static List<SourceUnit> units(ByteStore store, String location) throws IOException {
    RegistryInput input = RegistryInput.parse(location);
    if (!input.matchesSeveral()) {
      String top = input.repositoryRoot();
      String reference = input.digest().isEmpty() ? input.tag() : input.digest();
      String first = input.listsTags() ? top + "/tags" : manifest(top, reference).location();
      return store.find(first).isPresent() ? List.of(unit(input)) : List.of();
    }
    List<SourceUnit> units = new ArrayList<>();
    for (ByteStore.Item item : list(store, input.root())) {
      String name = item.location().substring(input.root().length() + 1);
      if (input.hasRepository(name)) {
        units.add(item.isPlain() ? unit(input.withRepository(name)) : refused(item));
      }
    }
    return units;
  }

  private static SourceUnit refused(ByteStore.Item item) {
    return ImageSources.refused(item.location(), item.note());
  }

  private static SourceUnit unit(RegistryInput repository) {
    return new SourceUnit(SourceUnit.Form.API_REPOSITORY, repository.toString(), "");
  }

  /** Divides a repository by its tags. */
  static List<SourceUnit> split(ByteStore store, SourceUnit unit) throws IOException {
    RegistryInput input = RegistryInput.parse(unit.root());
    String root = input.repositoryRoot();
    if (!input.listsTags()) {
      String reference = input.digest().isEmpty() ? input.tag() : input.digest();
      return List.of(new SourceUnit(SourceUnit.Form.API_TAGS, root, reference));
    }
    List<SourceUnit> units = new ArrayList<>();
    List<String> tags = new ArrayList<>();
    try {
      for (ByteStore.Item tag : list(store, root + "/tags")) {
        if (!tag.isPlain()) {
          units.add(refused(tag));
        } else if (input.hasTag(tag.name())) {
          tags.add(tag.name());
        }
      }
    } catch (MalformedBlobException e) {
      return List.of(ImageSources.refused(root, e.explanation()));
    }
    if (input.newest() > 0 && tags.size() > input.newest()) {
      List<String> newest = newest(store, root, tags, input.newest());
      tags.removeAll(new HashSet<>(newest));
      add(SourceUnit.Form.API_LEFT_OUT, root, tags, units);
      tags = newest;
    }
    add(SourceUnit.Form.API_TAGS, root, tags, units);
    return units;
  }

  private static void add(
      SourceUnit.Form form, String root, List<String> tags, List<SourceUnit> units) {
    for (int from = 0; from < tags.size(); from += TAGS_OF_A_UNIT) {
      List<String> part = tags.subList(from, Math.min(tags.size(), from + TAGS_OF_A_UNIT));
      units.add(new SourceUnit(form, root, String.join(" ", part)));
    }
  }

  /**
   * Reports tags as not listed, because the input leaves them out. What refers to their manifests
   * is not listed either.
   */
  static void leaveOut(SourceUnit unit, Consumer<Finding> findings) {
    for (String tag : unit.scope().split(" ")) {
      findings.accept(new Finding.Unlisted(unit.root(), tag));
    }
    findings.accept(new Finding.Unlisted(unit.root(), ""));
  }

  /**
   * The tags whose images were built last; of the same time the last in {@link NaturalOrder#TAGS}.
   */
  private static List<String> newest(ByteStore store, String root, List<String> tags, int most)
      throws IOException {
    record Built(String tag, long micros) {}
    List<Built> built = new ArrayList<>();
    for (String tag : tags) {
      built.add(new Built(tag, builtAt(store, root, tag, 0)));
    }
    built.sort(
        Comparator.comparingLong(Built::micros)
            .thenComparing(Built::tag, NaturalOrder.TAGS)
            .reversed());
    return built.stream().limit(most).map(Built::tag).toList();
  }

  /**
   * The build time of the first image below a manifest, in microseconds; Long.MIN_VALUE if unknown.
   */
  private static long builtAt(ByteStore store, String root, String reference, int depth)
      throws IOException {
    try {
      JsonNode manifest = JsonDocument.read(store, manifest(root, reference), null).root();
      String config = manifest.path("config").path("digest").asText();
      String child = manifest.path("manifests").path(0).path("digest").asText();
      if (Digests.isDigest(config)) {
        JsonDocument document = JsonDocument.read(store, blob(root, config), config);
        Long micros = ImageConfig.of(document.root()).createdAtMicros();
        return micros == null || micros < EpochMicros.of(EpochMicros.FIRST_BUILD)
            ? Long.MIN_VALUE
            : micros;
      }
      return Digests.isDigest(child) && depth < DEEPEST_INDEX
          ? builtAt(store, root, child, depth + 1)
          : Long.MIN_VALUE;
    } catch (MalformedBlobException e) {
      return Long.MIN_VALUE;
    }
  }

  /**
   * Passes on the findings of some tags of a repository.
   *
   * @param known images that need not be requested again
   */
  static void read(ByteStore store, SourceUnit unit, Set<String> known, Consumer<Finding> findings)
      throws IOException {
    String root = unit.root();
    String name = unit.repository();
    // Faults of a registry pass: what they hide is not gone. What it says is absent is gone, and
    // it says that with status 404 alone.
    AtomicBoolean isFaulty = new AtomicBoolean();
    Consumer<Finding> watched =
        finding -> {
          if (finding instanceof Finding.Rejected rejected
              && rejected.reason() != RejectReason.ABSENT) {
            isFaulty.set(true);
          }
          findings.accept(finding);
        };
    ManifestReader manifests = new ManifestReader(store, places(root), root, watched, known);
    Set<String> direct = new HashSet<>();
    Set<String> subjects = new LinkedHashSet<>();
    boolean areSubjectsWhole = true;
    for (String reference : unit.scope().split(" ")) {
      boolean isDigest = Digests.isDigest(reference);
      isFaulty.set(false);
      String digest = isDigest ? reference : digest(store, root, reference, watched);
      if (!digest.isEmpty()) {
        String tag = isDigest ? null : reference;
        findings.accept(new Finding.RepositoryManifest(name, tag, digest));
        Set<String> images = manifests.images(digest);
        images.forEach(image -> findings.accept(new Finding.ImageTag(name, tag, image)));
        direct.add(digest);
        subjects.add(digest);
        subjects.addAll(images);
      }
      if (isFaulty.get()) {
        findings.accept(new Finding.Unlisted(root, isDigest ? null : reference));
        areSubjectsWhole = false;
      }
    }
    isFaulty.set(false);
    referrers(store, unit, subjects, direct, manifests, watched);
    if (isFaulty.get() || !areSubjectsWhole) {
      findings.accept(new Finding.Unlisted(root, ""));
    }
  }

  /** Passes on the findings of manifests that refer to others, such as signatures. */
  private static void referrers(
      ByteStore store,
      SourceUnit unit,
      Set<String> first,
      Set<String> direct,
      ManifestReader manifests,
      Consumer<Finding> findings)
      throws IOException {
    String root = unit.root();
    String name = unit.repository();
    Set<String> subjects = first;
    int depth = 0;
    while (!subjects.isEmpty()) {
      Set<String> next = new LinkedHashSet<>();
      for (String subject : subjects) {
        for (ByteStore.Item referrer : referrers(store, root, subject, findings)) {
          String digest = referrer.name();
          boolean isWithin = depth < DEEPEST_REFERRER && direct.size() < MOST_REFERRERS;
          if (!referrer.isPlain()) {
            findings.accept(
                new Finding.Rejected(
                    referrer.location(), null, RejectReason.CORRUPT, -1, referrer.note()));
          } else if (!isWithin && !direct.contains(digest)) {
            findings.accept(
                new Finding.Rejected(
                    root + "/referrers/" + subject,
                    null,
                    RejectReason.LIMIT,
                    -1,
                    "referrers of referrers, more than %d deep or %,d in all"
                        .formatted(DEEPEST_REFERRER, MOST_REFERRERS)));
            return;
          } else if (direct.add(digest)) {
            findings.accept(new Finding.RepositoryManifest(name, null, digest));
            Set<String> images = manifests.images(digest);
            images.forEach(image -> findings.accept(new Finding.ImageTag(name, null, image)));
            next.add(digest);
          }
        }
      }
      subjects = next;
      depth++;
    }
  }

  private static String digest(ByteStore store, String root, String tag, Consumer<Finding> findings)
      throws IOException {
    String location = manifest(root, tag).location();
    try {
      String digest = store.identity(location);
      return digest.substring(digest.lastIndexOf('/') + 1);
    } catch (FileNotFoundException e) {
      findings.accept(
          new Finding.Rejected(
              location, null, RejectReason.ABSENT, -1, "the registry has no such tag"));
    } catch (MalformedBlobException e) {
      findings.accept(
          new Finding.Rejected(location, null, e.reason(), e.offset(), e.explanation()));
    }
    return "";
  }

  /**
   * Lists a folder. The host may send a list so long that it exhausts the memory; that is a fault
   * of the input.
   */
  private static List<ByteStore.Item> list(ByteStore store, String folder) throws IOException {
    return ForeignBytes.read(() -> store.list(folder));
  }

  private static List<ByteStore.Item> referrers(
      ByteStore store, String root, String subject, Consumer<Finding> findings) throws IOException {
    String location = root + "/referrers/" + subject;
    try {
      return list(store, location);
    } catch (FileNotFoundException e) {
      // A registry without this list says nothing of manifests without a tag.
      findings.accept(new Finding.Unlisted(root, ""));
      return List.of();
    } catch (MalformedBlobException e) {
      findings.accept(
          new Finding.Rejected(location, null, e.reason(), e.offset(), e.explanation()));
      return List.of();
    }
  }

  /** Places of the manifests and blobs of a repository. */
  static BlobPlaces places(String root) {
    return new BlobPlaces() {
      @Override
      public Optional<BlobPlace> find(String digest) {
        return Optional.of(blob(root, digest));
      }

      @Override
      public Optional<BlobPlace> manifest(String digest) {
        return Optional.of(RegistryApi.manifest(root, digest));
      }
    };
  }

  private static BlobPlace manifest(String root, String reference) {
    return BlobPlace.whole(root + "/manifests/" + reference);
  }

  private static BlobPlace blob(String root, String digest) {
    return BlobPlace.whole(root + "/blobs/" + digest);
  }
}
