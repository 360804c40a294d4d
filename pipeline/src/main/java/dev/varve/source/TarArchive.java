package dev.varve.source;

import dev.varve.codec.Compression;
import dev.varve.codec.Digests;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarFile;
import org.jspecify.annotations.Nullable;

/**
 * A tar of images, read in place: its headers are walked once by seeking, its blobs are then opened
 * where they lie. An archive that is compressed as a whole cannot be read in place.
 */
final class TarArchive implements BlobPlaces {
  private final String location;
  private final Map<String, BlobPlace> files = new HashMap<>();
  private final Map<String, String> links = new HashMap<>();

  private TarArchive(String location) {
    this.location = location;
  }

  /** Findings of the archive, which holds an OCI layout or the output of {@code docker save}. */
  static List<Finding> read(ByteStore store, String location) throws IOException {
    TarArchive archive = new TarArchive(location);
    try {
      archive.index(store);
      BlobPlace index = archive.file("index.json");
      if (index != null) {
        return OciLayout.read(store, location, index, archive);
      }
      BlobPlace manifest = archive.file("manifest.json");
      if (manifest != null) {
        return SavedImages.read(store, location, manifest, archive);
      }
      throw new MalformedBlobException(
          RejectReason.UNSUPPORTED, -1, "a tar with neither index.json nor manifest.json");
    } catch (MalformedBlobException e) {
      List<Finding> findings = new ArrayList<>();
      findings.add(new Finding.Rejected(location, null, e.reason(), e.offset(), e.explanation()));
      return findings;
    }
  }

  @Override
  public Optional<BlobPlace> of(String digest) {
    if (!Digests.isDigest(digest)) {
      return Optional.empty();
    }
    return Optional.ofNullable(file("blobs/" + digest.replace(':', '/')));
  }

  /** The place of a file by its name in the archive; links are followed. */
  @Nullable BlobPlace file(String name) {
    String at = clean(name);
    for (int hops = 0; hops < 8; hops++) {
      BlobPlace place = files.get(at);
      String target = links.get(at);
      if (place != null || target == null) {
        return place;
      }
      at = target;
    }
    return null;
  }

  private void index(ByteStore store) throws IOException {
    byte[] head = new byte[Compression.MAGIC_BYTES];
    int length;
    try (InputStream in = store.open(location, 0, -1)) {
      length = in.readNBytes(head, 0, head.length);
    } catch (FileNotFoundException e) {
      throw new MalformedBlobException(
          RejectReason.ABSENT, -1, "a link that leads nowhere, or a file that may not be read");
    }
    Compression compression = Compression.sniff(head, length);
    if (compression != Compression.NONE) {
      throw new MalformedBlobException(
          RejectReason.UNSUPPORTED,
          0,
          "an archive compressed as a whole ("
              + compression.label()
              + "), whose layers cannot be read in place: decompress it first");
    }
    long end = store.find(location).map(ByteStore.Item::bytes).orElse(0L);
    try (WatchedChannel channel = new WatchedChannel(store.channel(location))) {
      index(channel, end);
    }
  }

  private void index(WatchedChannel channel, long end) throws IOException {
    try (TarFile tar = new TarFile(channel)) {
      for (TarArchiveEntry entry : tar.getEntries()) {
        add(entry, end);
      }
    } catch (MalformedBlobException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      IOException fault = channel.fault();
      throw fault == null ? malformed(e) : fault;
    }
  }

  private void add(TarArchiveEntry entry, long end) throws IOException {
    String name = clean(entry.getName());
    if (entry.isSymbolicLink()) {
      int slash = name.lastIndexOf('/');
      links.put(
          name, clean(resolve(slash < 0 ? "" : name.substring(0, slash), entry.getLinkName())));
    } else if (entry.isLink()) {
      links.put(name, clean(entry.getLinkName()));
    } else if (entry.isFile()) {
      if (entry.isSparse()) {
        throw new MalformedBlobException(
            RejectReason.UNSUPPORTED,
            -1,
            "its file " + name + " is stored with holes: pack the archive without tar's --sparse");
      }
      long offset = entry.getDataOffset();
      if (offset + entry.getSize() > end) {
        throw new MalformedBlobException(
            RejectReason.TRUNCATED, end, "the archive ends inside its file " + name);
      }
      files.put(name, new BlobPlace(location, offset, entry.getSize()));
    }
  }

  private static MalformedBlobException malformed(Exception e) {
    String words = String.valueOf(e.getMessage());
    boolean cut = e instanceof EOFException || words.toLowerCase(Locale.ROOT).contains("truncated");
    return new MalformedBlobException(
        cut ? RejectReason.TRUNCATED : RejectReason.CORRUPT, -1, "no valid tar: " + words);
  }

  private static String resolve(String folder, String target) {
    String rest = target;
    String base = folder;
    while (rest.startsWith("../")) {
      rest = rest.substring(3);
      base = base.contains("/") ? base.substring(0, base.lastIndexOf('/')) : "";
    }
    return base.isEmpty() ? rest : base + "/" + rest;
  }

  private static String clean(String name) {
    return name.startsWith("./") ? name.substring(2) : name;
  }
}
