package dev.varve.input.source;

import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A folder of skopeo's transport {@code dir:}, one image or index: {@code manifest.json} is its
 * manifest, {@code HEX.manifest.json} a manifest that it lists, {@code HEX} any other blob.
 *
 * @see <a href="https://github.com/containers/image/blob/main/docs/containers-transports.5.md">
 *     containers-transports(5)</a>
 */
final class SkopeoFolder {
  private static final String MANIFEST = "manifest.json";
  private static final String VERSION = "version";
  private static final String VERSION_TEXT = "Directory Transport Version:";

  private static final Pattern BLOB = Pattern.compile("[0-9a-f]{64}|[0-9a-f]{128}");

  private SkopeoFolder() {}

  /**
   * Whether a folder with these names is such a folder. Early versions of skopeo wrote no file
   * {@code version}, so a manifest without it is examined more closely.
   */
  static boolean isAt(ByteStore store, String folder, Set<String> names) throws IOException {
    return names.contains(MANIFEST)
        && (hasVersion(store, folder, names)
            || (names.stream().anyMatch(name -> BLOB.matcher(name).matches())
                && head(store, folder + "/" + MANIFEST, 64).stripLeading().startsWith("{")));
  }

  /** Whether a folder with these names is such a folder whose manifest is missing. */
  static boolean lacksManifest(ByteStore store, String folder, Set<String> names)
      throws IOException {
    return !names.contains(MANIFEST) && hasVersion(store, folder, names);
  }

  private static boolean hasVersion(ByteStore store, String folder, Set<String> names)
      throws IOException {
    return names.contains(VERSION)
        && head(store, folder + "/" + VERSION, VERSION_TEXT.length()).equals(VERSION_TEXT);
  }

  /** Whether a folder with these names is an archive of {@code docker save} that was unpacked. */
  static boolean isUnpackedArchive(ByteStore store, String folder, Set<String> names)
      throws IOException {
    return names.contains(MANIFEST)
        && head(store, folder + "/" + MANIFEST, 64)
            .matches("(?s)\\s*\\[\\s*\\{\\s*\"(Config|RepoTags|Layers)\".*");
  }

  private static String head(ByteStore store, String location, int bytes) throws IOException {
    try (InputStream in = store.open(location, 0, bytes)) {
      return new String(in.readNBytes(bytes), StandardCharsets.ISO_8859_1);
    } catch (FileNotFoundException | MalformedBlobException e) {
      return "";
    }
  }

  /**
   * @param root URI of the folder
   * @param path below the input, a repository with or without a tag; empty where nobody knows it
   * @param findings takes what is found
   */
  static void read(ByteStore store, String root, String path, Consumer<Finding> findings)
      throws IOException {
    BlobPlace top = BlobPlace.whole(root + "/" + MANIFEST);
    String digest;
    try {
      digest = JsonDocument.read(store, top, null).digest();
    } catch (MalformedBlobException e) {
      findings.accept(
          new Finding.Rejected(top.label(), null, e.reason(), e.offset(), e.explanation()));
      findings.accept(new Finding.Unlisted(root, null));
      return;
    }
    BlobPlaces below = places(store, root);
    BlobPlaces places = one -> one.equals(digest) ? Optional.of(top) : below.find(one);
    ManifestReader manifests = new ManifestReader(store, places, root, findings);
    ImageName name = path.isEmpty() ? ImageName.UNKNOWN : ImageName.parse(path);
    findings.accept(Finding.RepositoryManifest.of(name, root, digest));
    for (String image : manifests.images(digest)) {
      findings.accept(Finding.ImageTag.of(name, root, image));
    }
  }

  /** Places of the blobs of a folder, and of the manifests that its {@code manifest.json} lists. */
  static BlobPlaces places(ByteStore store, String root) throws IOException {
    Set<String> names =
        store.list(root).stream()
            .map(ByteStore.Item::name)
            .filter(name -> name.endsWith("." + MANIFEST))
            .collect(Collectors.toSet());
    return digest -> {
      String hex = digest.substring(digest.indexOf(':') + 1);
      String manifest = hex + "." + MANIFEST;
      String name = names.contains(manifest) ? manifest : hex;
      return Optional.of(BlobPlace.whole(root + "/" + name));
    };
  }
}
