package dev.varve.jobs.store.registry;

import dev.varve.input.digest.Digests;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.nio.channels.SeekableByteChannel;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A store that shows registries in the form that {@code dev.varve.input.source.RegistryApi} reads.
 * Lists of repositories, tags and referrers are folders, manifests and blobs are files, and a tag
 * is a link to a manifest.
 */
record RegistryStore(RegistryHosts hosts) implements ByteStore {
  private static final int MAX_MANIFEST_BYTES = 16 << 20;

  @Override
  public Optional<Item> find(String location) throws IOException {
    Place place = Place.of(location);
    RegistryHost host = hosts.of(place.host());
    if (place.isFile()) {
      try (HttpAnswer answer = host.send(head(host, place))) {
        requireOk(answer, location);
        return Optional.of(Item.file(location, Math.max(0, answer.bytes())));
      } catch (FileNotFoundException e) {
        return Optional.empty();
      }
    }
    boolean exists = !place.kind().equals("tags") || ListPages.hasTags(host, place);
    return exists ? Optional.of(Item.folder(location)) : Optional.empty();
  }

  private static ApiRequest head(RegistryHost host, Place place) {
    return ApiRequest.head(host.name().repository(place.repository()), place.path(host));
  }

  @Override
  public List<Item> list(String folder) throws IOException {
    Place place = Place.of(folder);
    RegistryHost host = hosts.of(place.host());
    return switch (place.kind()) {
      case "" -> items(ListPages.repositories(host), folder + "/", Item::folder);
      case "tags" -> manifests(place, ListPages.tags(host, place));
      case "referrers" -> manifests(place, ListPages.referrers(host, place));
      default -> List.of();
    };
  }

  private static List<Item> manifests(Place place, ListPages.Names names) {
    return items(names, place.repositoryRoot() + "/manifests/", location -> Item.file(location, 0));
  }

  private static List<Item> items(
      ListPages.Names names, String parent, Function<String, Item> item) {
    return Stream.concat(
            names.valid().stream().map(name -> item.apply(parent + name)),
            names.invalid().stream()
                .map(
                    name ->
                        new Item(
                            parent + name,
                            Kind.UNREACHABLE,
                            0,
                            "the list of the registry has an invalid name: " + name)))
        .toList();
  }

  /** {@inheritDoc} A tag is replaced by the digest of its manifest. */
  @Override
  public String identity(String location) throws IOException {
    Place place = Place.of(location);
    if (!place.kind().equals("manifests") || Digests.isDigest(place.reference())) {
      return location;
    }
    RegistryHost host = hosts.of(place.host());
    String digest;
    try (HttpAnswer answer = host.send(head(host, place))) {
      requireOk(answer, location);
      digest = answer.header("Docker-Content-Digest");
    }
    if (digest == null || !Digests.isDigest(digest)) {
      MessageDigest sum = Digests.named("sha256");
      try (InputStream in = open(location)) {
        sum.update(in.readNBytes(MAX_MANIFEST_BYTES));
      }
      digest = Digests.print("sha256", sum);
    }
    return place.repositoryRoot() + "/manifests/" + digest;
  }

  private static void requireOk(HttpAnswer answer, String location) throws IOException {
    if (answer.status() == HttpURLConnection.HTTP_NOT_FOUND) {
      throw new FileNotFoundException(location);
    }
    if (!answer.isOk()) {
      throw new MalformedBlobException(
          RejectReason.UNREACHABLE, "the registry answers " + answer.statusText());
    }
  }

  @Override
  public InputStream open(String location, long offset, long bytes) throws IOException {
    Place place = Place.of(location);
    RegistryHost host = hosts.of(place.host());
    return bytes == 0
        ? InputStream.nullInputStream()
        : new BlobDownload(host, place, offset, bytes, answer -> requireOk(answer, location));
  }

  /**
   * {@inheritDoc}
   *
   * @throws MalformedBlobException always, because layers and manifests are read as streams
   */
  @Override
  public SeekableByteChannel channel(String location) throws IOException {
    throw new MalformedBlobException(
        RejectReason.UNSUPPORTED, "a blob of a registry, where a disk should be");
  }
}
