package dev.varve.synthetic.registry;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The storage tree of Docker Distribution, below {@code docker/registry/v2}.
 *
 * @see <a
 *     href="https://github.com/distribution/distribution/blob/v2.8.3/registry/storage/paths.go">
 *     Distribution, registry/storage/paths.go</a>
 */
record DistributionTreeWriter(Path root) implements RegistryForm {

  @Override
  public void store(Descriptor blob, byte[] data) throws IOException {
    String hex = blob.hex();
    Path folder = root.resolve("docker/registry/v2/blobs/sha256");
    write(folder.resolve(hex.substring(0, 2)).resolve(hex).resolve("data"), data);
  }

  @Override
  public void link(String repository, Descriptor blob) throws IOException {
    writeLink(repository, "_layers", blob);
  }

  @Override
  public void addRevision(String repository, Descriptor manifest) throws IOException {
    writeLink(repository, "_manifests/revisions", manifest);
  }

  @Override
  public void tag(String repository, String tag, Descriptor manifest) throws IOException {
    String folder = "_manifests/tags/" + tag;
    writeLink(repository, folder + "/index", manifest);
    write(repository(repository).resolve(folder).resolve("current/link"), target(manifest));
  }

  @Override
  public void finish() {}

  private void writeLink(String repository, String folder, Descriptor blob) throws IOException {
    Path links = repository(repository).resolve(folder).resolve("sha256");
    write(links.resolve(blob.hex()).resolve("link"), target(blob));
  }

  private Path repository(String repository) {
    return root.resolve("docker/registry/v2/repositories").resolve(repository);
  }

  private static byte[] target(Descriptor blob) {
    return blob.digest().getBytes(StandardCharsets.US_ASCII);
  }

  private static void write(Path file, byte[] data) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, data);
  }
}
