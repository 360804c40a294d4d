package dev.varve.jobs.answer.restore;

import dev.varve.content.recipe.LayerReading;
import dev.varve.content.restore.ArchiveFrame;
import dev.varve.content.restore.ContainingLayers;
import dev.varve.content.restore.SourceLayer;
import dev.varve.content.restore.WantedContents;
import dev.varve.input.digest.Digests;
import dev.varve.input.source.LayerCandidate;
import dev.varve.input.source.LayerPlaces;
import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.query.QuerySettings;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.host.NativeLibraries;
import dev.varve.jobs.store.hadoop.Stores;
import dev.varve.jobs.store.registry.InputStore;
import dev.varve.jobs.store.registry.RegistryAccess;
import dev.varve.jobs.warehouse.file.OutputPlace;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Restores archives of layers. The framing, which is tar headers and padding, comes from the
 * warehouse. The contents of files come from blobs: first the layer's own blob, if it still exists.
 * Then always the layer that contains the most missing bytes is read, each at most once.
 */
public final class LayerRestore implements AutoCloseable {
  private static final int BUFFER_BYTES = 128 << 10;
  private static final String DEFAULT_ALGORITHM = "sha256:";

  private final Queries queries;
  private final RestoreRows rows;
  private final ByteStore store;
  private final LayerPlaces places;
  private final LayerReading reading;

  /**
   * Opens a warehouse and the inputs. It ends the reading of settings, so faults in them are thrown
   * here.
   *
   * @param verb name of the program in the engine
   * @param reading settings for reading layers
   * @param access how registries are reached
   * @param inputs locations of blobs; empty for all inputs ever ingested
   * @throws NoInputException when there is no warehouse, or an input that was named has no images
   */
  public static LayerRestore open(
      String verb,
      SettingReader settings,
      LayerReading reading,
      RegistryAccess access,
      String warehouse,
      List<String> inputs)
      throws IOException {
    QuerySettings query = QuerySettings.read(settings);
    NativeLibraries.fault().ifPresent(settings::fault);
    Settings valid = settings.finish();
    Queries queries = Queries.open(verb, valid, query, warehouse);
    try {
      return new LayerRestore(queries, valid.spark(), inputs, reading, access);
    } catch (IOException | RuntimeException e) {
      queries.close();
      throw e;
    }
  }

  private LayerRestore(
      Queries queries,
      Map<String, String> spark,
      List<String> inputs,
      LayerReading reading,
      RegistryAccess access)
      throws IOException {
    this.queries = queries;
    this.rows = new RestoreRows(queries);
    this.reading = reading;
    List<String> known = rows.inputs();
    InputStore blobs = access.store(Stores.of(spark));
    this.store = blobs;
    this.places = BlobInputs.places(blobs, known, inputs, reading.limits());
  }

  /** A random sample of layers; equal seeds choose equal layers. */
  public List<String> sample(int layers, String seed) throws IOException {
    return rows.sample(layers, seed);
  }

  /**
   * Writes a layer's archive to a file. The file gets its name only after its diffID was verified.
   *
   * @param named digest of the layer, or an unambiguous prefix of it
   * @throws NotRestorableException when contents or framing are missing; its message names them
   */
  public Restored restore(String named, OutputPlace place) throws IOException {
    String digest = Digests.isDigest(named) ? named : fullDigest(named);
    RestoreRows.KnownLayer layer =
        rows.layer(digest).orElseThrow(() -> NotRestorableException.unknown(digest));
    if (layer.framingRows() == 0) {
      throw NotRestorableException.noFraming(digest);
    }
    try (OutputPlace.Draft draft = place.draft()) {
      List<String> sources = write(layer, draft.path());
      String diffId = diffIdOf(draft.path(), Digests.algorithm(layer.diffId()));
      if (!diffId.equals(layer.diffId())) {
        throw NotRestorableException.otherDiffId(digest, layer.diffId(), diffId);
      }
      draft.finish();
      return new Restored(diffId, layer.archiveBytes(), sources);
    } finally {
      rows.end();
    }
  }

  private String fullDigest(String prefix) throws IOException {
    List<String> digests =
        rows.withPrefix(prefix.contains(":") ? prefix : DEFAULT_ALGORITHM + prefix);
    if (digests.size() != 1) {
      throw digests.isEmpty()
          ? NotRestorableException.unknown(prefix)
          : NotRestorableException.several(prefix, digests);
    }
    return digests.get(0);
  }

  private List<String> write(RestoreRows.KnownLayer layer, Path file) throws IOException {
    String digest = layer.layerDigest();
    List<String> sources = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    try (FileChannel archive = FileChannel.open(file, StandardOpenOption.WRITE)) {
      WantedContents wanted = ArchiveFrame.write(rows.framing(digest), files(digest), archive);
      if (wanted.missingBytes() > 0) {
        read(layer, wanted, archive, sources, faults);
      }
      if (wanted.missingBytes() > 0) {
        ContainingLayers containing = new ContainingLayers();
        rows.containing(digest)
            .forEachRemaining(
                row -> {
                  int content = wanted.missingNumber(row.fingerprint());
                  if (content >= 0) {
                    containing.add(row.layerDigest(), content);
                  }
                });
        for (Optional<String> next = containing.next(wanted); next.isPresent(); ) {
          read(rows.layer(next.get()).orElseThrow(), wanted, archive, sources, faults);
          next = containing.next(wanted);
        }
      }
      if (wanted.missingBytes() > 0) {
        throw NotRestorableException.missing(
            digest, missingPaths(digest, wanted), wanted.missingBytes(), faults);
      }
    }
    return sources;
  }

  /**
   * Reads the missing contents from the blob of a layer, at the first of its places where the blob
   * is intact.
   */
  private void read(
      RestoreRows.KnownLayer layer,
      WantedContents wanted,
      FileChannel archive,
      List<String> sources,
      List<String> faults)
      throws IOException {
    for (LayerCandidate candidate : places.find(layer.layerDigest(), layer.diffId())) {
      Iterator<ArchiveFrame.File> files = files(layer.layerDigest());
      try (InputStream stored = candidate.open(store, candidate.places().get(0))) {
        SourceLayer.read(candidate.blob(), stored, reading, files, wanted, archive);
        sources.add(layer.layerDigest());
        return;
      } catch (MalformedBlobException e) {
        if (e.reason() != RejectReason.ABSENT) {
          faults.add(candidate.places().get(0).label() + ": " + e.getMessage());
        }
        // Reads to the end, as an open result keeps a session of the engine, row for each damaged
        // blob.
        files.forEachRemaining(unread -> {});
      }
    }
  }

  private Iterator<ArchiveFrame.File> files(String digest) throws IOException {
    Iterator<RestoreRows.ContentFile> files = rows.files(digest);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return files.hasNext();
      }

      @Override
      public ArchiveFrame.File next() {
        RestoreRows.ContentFile file = files.next();
        return new ArchiveFrame.File(file.position(), file.fingerprint());
      }
    };
  }

  private List<String> missingPaths(String digest, WantedContents wanted) throws IOException {
    List<String> paths = new ArrayList<>();
    rows.files(digest)
        .forEachRemaining(
            file -> {
              if (wanted.missingNumber(file.fingerprint()) >= 0) {
                paths.add(file.path());
              }
            });
    return paths;
  }

  @Override
  public void close() {
    queries.close();
  }

  private static String diffIdOf(Path file, String algorithm) throws IOException {
    MessageDigest digest = Digests.named(algorithm);
    try (InputStream in = Files.newInputStream(file)) {
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        digest.update(buffer, 0, length);
      }
    }
    return Digests.print(algorithm, digest);
  }
}
