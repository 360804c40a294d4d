package dev.varve.synthetic.registry;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.synthetic.content.Architecture;
import java.io.IOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes configs and manifests of images into a registry, and counts them.
 *
 * @see <a href="https://github.com/opencontainers/image-spec/blob/v1.1.1/config.md">OCI image
 *     specification, configuration</a>
 * @see <a href="https://distribution.github.io/distribution/spec/manifest-v2-2/">Image manifest
 *     version 2, schema 2</a>
 */
final class Images {
  private final RegistryForm form;
  private final Set<String> digests = new HashSet<>();

  Images(RegistryForm form) {
    this.form = form;
  }

  /** Stores an image in a repository, without a tag. */
  Descriptor add(
      String repository,
      MediaTypeFamily format,
      Architecture architecture,
      Instant createdAt,
      List<BuildStep> steps)
      throws IOException {
    byte[] config = RegistryJson.bytes(config(architecture, createdAt, steps));
    Descriptor configBlob = Descriptor.of(format.config(), config);
    form.store(configBlob, config);
    form.link(repository, configBlob);
    ObjectNode manifest =
        RegistryJson.object().put("schemaVersion", 2).put("mediaType", format.manifest());
    manifest.set("config", RegistryJson.descriptor(configBlob));
    ArrayNode layers = manifest.putArray("layers");
    for (StoredLayer layer : layers(steps)) {
      layers.add(RegistryJson.descriptor(layer.in(format)));
      form.link(repository, layer.blob());
    }
    byte[] document = RegistryJson.bytes(manifest);
    Descriptor image = Descriptor.of(format.manifest(), document);
    form.store(image, document);
    form.addRevision(repository, image);
    digests.add(image.digest());
    return image;
  }

  /** Distinct image manifests. */
  int count() {
    return digests.size();
  }

  private static ObjectNode config(
      Architecture architecture, Instant createdAt, List<BuildStep> steps) {
    ObjectNode config =
        RegistryJson.object()
            .put("created", createdAt.toString())
            .put("architecture", architecture.label())
            .put("os", "linux");
    ObjectNode runtime = config.putObject("config");
    runtime.putArray("Env").add("PATH=/usr/bin:/bin");
    runtime.put("WorkingDir", "/");
    ObjectNode fileSystem = config.putObject("rootfs").put("type", "layers");
    ArrayNode diffIds = fileSystem.putArray("diff_ids");
    layers(steps).forEach(layer -> diffIds.add(layer.diffId()));
    ArrayNode history = config.putArray("history");
    for (BuildStep step : steps) {
      ObjectNode line = history.addObject();
      line.put("created", createdAt.toString()).put("created_by", step.createdBy());
      if (step instanceof BuildStep.Setting) {
        line.put("empty_layer", true);
      }
    }
    return config;
  }

  private static List<StoredLayer> layers(List<BuildStep> steps) {
    return steps.stream()
        .filter(BuildStep.WithLayer.class::isInstance)
        .map(BuildStep.WithLayer.class::cast)
        .map(BuildStep.WithLayer::layer)
        .toList();
  }
}
