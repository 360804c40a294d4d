package dev.varve.input.source;

import dev.varve.input.codec.BlobStream;
import dev.varve.input.codec.Compression;
import dev.varve.input.digest.Digests;
import dev.varve.input.tar.ArchiveLimits;
import dev.varve.input.tar.TarEntry;
import dev.varve.input.tar.TarReader;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A tar of images, read in place. Its headers are walked once, by seeking from header to header
 * under the limits that layers have. Its blobs are then opened at their offsets. An archive that is
 * compressed as a whole cannot be read in place.
 */
final class TarArchive implements BlobPlaces {
  /** Bytes of a header; a shorter file has no members. */
  private static final int BLOCK_BYTES = 512;

  private final String location;
  private final ArchiveMembers members = new ArchiveMembers();

  private TarArchive(String location) {
    this.location = location;
  }

  /** Passes on the findings of an OCI layout or of the output of {@code docker save}. */
  static void read(
      ByteStore store, String location, ArchiveLimits limits, Consumer<Finding> findings)
      throws IOException {
    TarArchive archive = new TarArchive(location);
    try {
      archive.index(store, limits);
      archive.images(store, findings);
    } catch (MalformedBlobException e) {
      findings.accept(
          new Finding.Rejected(location, null, e.reason(), e.offset(), e.explanation()));
      findings.accept(new Finding.Unlisted(location, null));
    }
  }

  /**
   * Finds the images in {@code index.json} and in {@code manifest.json}; an image that both name is
   * read once. With both lists, findings wait in memory, because the second list decides which
   * findings of the first are kept.
   */
  private void images(ByteStore store, Consumer<Finding> findings) throws IOException {
    BlobPlace index = file("index.json");
    BlobPlace manifest = file("manifest.json");
    if (manifest == null) {
      if (index == null) {
        throw new MalformedBlobException(
            RejectReason.UNSUPPORTED, "a tar with neither index.json nor manifest.json");
      }
      OciLayout.read(store, location, "", index, this, findings);
      return;
    }
    List<Finding> listed = new ArrayList<>();
    if (index != null) {
      OciLayout.read(store, location, "", index, this, listed::add);
    }
    try {
      List<Finding> saved = SavedImages.read(store, location, manifest, this, configs(listed));
      merge(listed, saved, location).forEach(findings);
    } catch (MalformedBlobException e) {
      if (index == null) {
        throw e;
      }
      listed.forEach(findings);
      findings.accept(
          new Finding.Rejected(
              location, null, e.reason(), e.offset(), "its manifest.json: " + e.explanation()));
      findings.accept(new Finding.Unlisted(location, null));
    }
  }

  private static List<Finding> merge(List<Finding> listed, List<Finding> saved, String location) {
    // Docker's archives of images without a tag have an index whose list is null.
    boolean empty = configs(listed).isEmpty() && !configs(saved).isEmpty();
    Set<String> named = new HashSet<>();
    for (Finding finding : saved) {
      if (finding instanceof Finding.ImageTag tag && tag.tag() != null) {
        named.add(tag.imageDigest());
      }
    }
    String ownName = ImageName.UNKNOWN.repositoryAt(location);
    List<Finding> both = new ArrayList<>();
    for (Finding finding : listed) {
      boolean isFault = finding instanceof Finding.Rejected rejected && rejected.digest() == null;
      boolean isNameless =
          (finding instanceof Finding.ImageTag tag
                  && tag.repository().equals(ownName)
                  && named.contains(tag.imageDigest()))
              || (finding instanceof Finding.RepositoryManifest manifest
                  && manifest.repository().equals(ownName)
                  && named.contains(manifest.manifestDigest()));
      if (!(isFault && empty) && !isNameless) {
        both.add(finding);
      }
    }
    Set<Finding> tags = new HashSet<>(both);
    for (Finding finding : saved) {
      if (!(finding instanceof Finding.ImageTag) || tags.add(finding)) {
        both.add(finding);
      }
    }
    return both;
  }

  /** Images by the digest of their config. */
  private static Map<String, String> configs(List<Finding> findings) {
    Map<String, String> configs = new HashMap<>();
    for (Finding finding : findings) {
      if (finding instanceof Finding.Image image && image.configDigest() != null) {
        configs.put(image.configDigest(), image.imageDigest());
      }
    }
    return configs;
  }

  @Override
  public Optional<BlobPlace> find(String digest) {
    if (!Digests.isDigest(digest)) {
      return Optional.empty();
    }
    return Optional.ofNullable(file("blobs/" + digest.replace(':', '/')));
  }

  /** The place of a file by its name in the archive; links are followed. */
  @Nullable BlobPlace file(String name) {
    return members.find(name);
  }

  private void index(ByteStore store, ArchiveLimits limits) throws IOException {
    byte[] head = new byte[Compression.MAGIC_BYTES];
    int length;
    try (InputStream in = store.open(location)) {
      length = in.readNBytes(head, 0, head.length);
    } catch (FileNotFoundException e) {
      throw new MalformedBlobException(RejectReason.ABSENT, "a link without a target");
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
    try (SeekableByteChannel channel = store.channel(location)) {
      if (channel.size() >= BLOCK_BYTES) {
        index(channel, limits);
      }
    }
  }

  private void index(SeekableByteChannel channel, ArchiveLimits limits) throws IOException {
    BlobStream stored = new BlobStream(Channels.newInputStream(channel), null);
    TarReader tar = new TarReader(stored, stored, null, limits);
    int entries = 0;
    for (TarEntry entry = next(tar); entry != null; entry = next(tar)) {
      if (entries++ >= limits.entries()) {
        throw new MalformedBlobException(
            RejectReason.LIMIT, tar.archiveBytes(), "more than " + limits.entries() + " entries");
      }
      add(entry, channel.size());
    }
  }

  private static @Nullable TarEntry next(TarReader tar) throws IOException {
    try {
      return tar.next();
    } catch (MalformedBlobException e) {
      String words = e.reason() == RejectReason.LIMIT ? "" : "no valid tar: ";
      throw new MalformedBlobException(e.reason(), tar.archiveBytes(), words + e.explanation());
    }
  }

  private void add(TarEntry entry, long end) throws MalformedBlobException {
    String name = new String(entry.name(), StandardCharsets.UTF_8);
    if (entry.type() == '2') {
      members.addSymbolicLink(name, new String(entry.linkTarget(), StandardCharsets.UTF_8));
    } else if (entry.type() == '1') {
      members.addLink(name, new String(entry.linkTarget(), StandardCharsets.UTF_8));
    } else if (entry.type() < '1' || entry.type() > '6') {
      if (entry.sparse() != null) {
        throw new MalformedBlobException(
            RejectReason.UNSUPPORTED,
            "its file " + name + " is stored with holes: pack the archive without tar's --sparse");
      }
      if (entry.bytes() > end - entry.contentOffset()) {
        throw new MalformedBlobException(
            RejectReason.TRUNCATED, end, "the archive ends inside its file " + name);
      }
      members.add(name, new BlobPlace(location, entry.contentOffset(), entry.bytes()));
    }
  }
}
