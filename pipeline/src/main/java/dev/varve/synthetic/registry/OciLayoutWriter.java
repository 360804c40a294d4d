package dev.varve.synthetic.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One OCI image layout for the whole registry. A tagged manifest is named {@code repository:tag};
 * an untagged one that no index lists has no name. Docker manifests stay what they are, as their
 * digests do; tools that know OCI manifests only, such as skopeo, do not see these.
 *
 * @see <a href="https://github.com/opencontainers/image-spec/blob/v1.1.1/image-layout.md">OCI image
 *     specification, image layout</a>
 */
final class OciLayoutWriter implements RegistryForm {
  private static final String REF_NAME = "org.opencontainers.image.ref.name";

  private final Path root;
  private final Map<String, Descriptor> tagged = new TreeMap<>();
  private final Map<String, Descriptor> revisions = new LinkedHashMap<>();
  private final Set<String> reached = new LinkedHashSet<>();

  OciLayoutWriter(Path root) {
    this.root = root;
  }

  @Override
  public void store(Descriptor blob, byte[] data) throws IOException {
    Path folder = Files.createDirectories(root.resolve("blobs/sha256"));
    Files.write(folder.resolve(blob.hex()), data);
    if (blob.mediaType().equals(MediaTypes.INDEX)) {
      for (JsonNode child : RegistryJson.parse(data).path("manifests")) {
        reached.add(child.path("digest").asText());
      }
    }
  }

  @Override
  public void link(String repository, Descriptor blob) {}

  @Override
  public void addRevision(String repository, Descriptor manifest) {
    revisions.put(manifest.digest(), manifest);
  }

  @Override
  public void tag(String repository, String tag, Descriptor manifest) {
    tagged.put(repository + ":" + tag, manifest);
    reached.add(manifest.digest());
  }

  @Override
  public void finish() throws IOException {
    ObjectNode index =
        RegistryJson.object().put("schemaVersion", 2).put("mediaType", MediaTypes.INDEX);
    var manifests = index.putArray("manifests");
    tagged.forEach(
        (name, manifest) -> {
          ObjectNode named = RegistryJson.descriptor(manifest);
          named.putObject("annotations").put(REF_NAME, name);
          manifests.add(named);
        });
    revisions.values().stream()
        .filter(manifest -> !reached.contains(manifest.digest()))
        .map(RegistryJson::descriptor)
        .forEach(manifests::add);
    Files.write(root.resolve("index.json"), RegistryJson.bytes(index));
    Files.write(
        root.resolve("oci-layout"),
        "{\"imageLayoutVersion\":\"1.0.0\"}".getBytes(StandardCharsets.US_ASCII));
  }
}
