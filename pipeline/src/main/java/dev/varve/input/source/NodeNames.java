package dev.varve.input.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.input.bolt.BoltFile;
import dev.varve.input.digest.Digests;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The names of the images of a node: in the database of containerd, or in a list of names and
 * digests.
 *
 * @see <a href="https://github.com/containerd/containerd/blob/main/core/metadata/buckets.go">
 *     containerd, buckets.go</a>
 */
final class NodeNames {
  /** The list next to the blobs. */
  static final String LIST = "images.txt";

  private static final String DATABASE = "io.containerd.metadata.v1.bolt/meta.db";

  /** Longest list of names that is read: 16 MiB. */
  private static final int MOST_LIST_BYTES = 16 << 20;

  /** By digest of a manifest or index, the names of the image as written. */
  private final Map<String, Set<String>> names = new LinkedHashMap<>();

  private final ByteStore store;
  private final Rejections rejections;

  private NodeNames(ByteStore store, Rejections rejections) {
    this.store = store;
    this.rejections = rejections;
  }

  /** Reads the names of the images in a content store, by the digest that each name leads to. */
  static Map<String, Set<String>> of(ByteStore store, String root, Rejections rejections)
      throws IOException {
    NodeNames found = new NodeNames(store, rejections);
    String database = root.substring(0, root.lastIndexOf('/') + 1) + DATABASE;
    if (store.find(database).isEmpty() || !found.readDatabase(database)) {
      found.list(root + "/" + LIST);
    }
    return found.names;
  }

  private boolean readDatabase(String database) throws IOException {
    try (SeekableByteChannel channel = store.channel(database)) {
      BoltFile file = new BoltFile(channel);
      Optional<BoltFile.Bucket> namespaces = file.bucket("v1");
      for (BoltFile.Entry namespace :
          namespaces.isPresent() ? file.entries(namespaces.get()) : List.<BoltFile.Entry>of()) {
        BoltFile.Bucket bucket = namespace.bucket();
        BoltFile.Bucket images =
            bucket == null ? null : BoltFile.bucket(file.entries(bucket), "images");
        if (images != null) {
          images(file, images);
        }
      }
      return true;
    } catch (MalformedBlobException e) {
      names.clear();
      String why = "the names of images are not read: " + e.explanation();
      new Rejections(database, rejections.findings())
          .add(null, new MalformedBlobException(e.reason(), e.offset(), why));
      rejections.findings().accept(new Finding.Unlisted(rejections.source(), null));
      return false;
    }
  }

  private void images(BoltFile file, BoltFile.Bucket images) throws IOException {
    for (BoltFile.Entry image : file.entries(images)) {
      BoltFile.Bucket bucket = image.bucket();
      BoltFile.Bucket target =
          bucket == null ? null : BoltFile.bucket(file.entries(bucket), "target");
      for (BoltFile.Entry field :
          target == null ? List.<BoltFile.Entry>of() : file.entries(target)) {
        if (field.key().equals("digest")) {
          String digest = new String(field.value(), StandardCharsets.US_ASCII);
          if (!Digests.isDigest(digest)) {
            throw BoltFile.corrupt("an image of it leads to no digest");
          }
          add(image.key(), digest);
        }
      }
    }
  }

  private void list(String location) throws IOException {
    try (InputStream in = store.open(location)) {
      byte[] bytes = in.readNBytes(MOST_LIST_BYTES + 1);
      if (bytes.length > MOST_LIST_BYTES) {
        throw ImageLimits.exceeded(LIST + " has more than " + MOST_LIST_BYTES + " bytes");
      }
      int number = 0;
      for (String line : new String(bytes, StandardCharsets.UTF_8).split("\n")) {
        number++;
        String[] words = line.strip().split("\\s+");
        if (words.length == 2 && Digests.isDigest(words[1])) {
          add(words[0], words[1]);
        } else if (!line.isBlank()) {
          String what = "line " + number + " of " + LIST + " is no name and digest of an image";
          rejections.add(null, new MalformedBlobException(RejectReason.CORRUPT, what));
        }
      }
    } catch (FileNotFoundException e) {
      // Without a list the images have no names.
    } catch (MalformedBlobException e) {
      rejections.add(null, e);
      rejections.findings().accept(new Finding.Unlisted(rejections.source(), null));
    }
  }

  private void add(String name, String digest) {
    names.computeIfAbsent(digest, one -> new LinkedHashSet<>()).add(name);
  }

  /** The names of one image as a list of JSON states them. */
  static Set<String> of(JsonNode list) {
    Set<String> names = new LinkedHashSet<>();
    list.forEach(name -> names.add(JsonDocument.cut(name)));
    return names;
  }

  /**
   * Parses the names of one image, and drops those without a tag if another name has the same
   * repository and a tag. Runtimes also name an image by its digest, with or without a repository;
   * Docker does so for an image that lost its tag.
   *
   * @param grammar parses one name
   */
  static Set<ImageName> parsed(Set<String> names, Function<String, ImageName> grammar) {
    Set<ImageName> parsed = new LinkedHashSet<>();
    names.forEach(name -> parsed.add(grammar.apply(JsonDocument.cut(name))));
    parsed.remove(ImageName.UNKNOWN);
    Set<ImageName> all = Set.copyOf(parsed);
    parsed.removeIf(
        name ->
            name.tag() == null
                && all.stream()
                    .anyMatch(
                        other ->
                            other.tag() != null
                                && String.valueOf(name.repository()).equals(other.repository())));
    return parsed.isEmpty() ? Set.of(ImageName.UNKNOWN) : parsed;
  }
}
