package dev.varve.synthetic.registry;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.model.Seed;
import dev.varve.synthetic.content.Architecture;
import dev.varve.synthetic.content.Calendar;
import dev.varve.synthetic.content.Content;
import dev.varve.synthetic.content.ContentKind;
import dev.varve.synthetic.content.FileTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Writes artifacts other than images: indexes, attestations, charts. */
record Artifacts(RegistryForm form, String repository) {
  /**
   * An index over the images of several processors, with an attestation of the first.
   *
   * @see <a href="https://docs.docker.com/build/metadata/attestations/attestation-storage/">How
   *     BuildKit stores attestations</a>
   */
  Descriptor addIndex(Map<Architecture, Descriptor> images) throws IOException {
    ObjectNode index =
        RegistryJson.object().put("schemaVersion", 2).put("mediaType", MediaTypes.INDEX);
    ArrayNode manifests = index.putArray("manifests");
    images.forEach(
        (architecture, image) -> {
          ObjectNode platform = RegistryJson.descriptor(image);
          platform
              .putObject("platform")
              .put("architecture", architecture.label())
              .put("os", "linux");
          manifests.add(platform);
        });
    Descriptor attested = images.values().iterator().next();
    ObjectNode child = RegistryJson.descriptor(attestation(attested));
    child
        .putObject("annotations")
        .put("vnd.docker.reference.digest", attested.digest())
        .put("vnd.docker.reference.type", "attestation-manifest");
    child.putObject("platform").put("architecture", "unknown").put("os", "unknown");
    manifests.add(child);
    return addRevision(MediaTypes.INDEX, index);
  }

  /**
   * A chart as Helm pushes it.
   *
   * @see <a href="https://helm.sh/docs/topics/registries/">Helm, use OCI-based registries</a>
   */
  Descriptor addChart(Seed seed) throws IOException {
    String about = "\"apiVersion\":\"v2\",\"name\":\"delta\",\"version\":\"0.1.0\"";
    FileTree tree =
        new FileTree(Calendar.START)
            .addFile("delta/Chart.yaml", new Content(ContentKind.TEXT, seed.at("chart"), 140))
            .addFile("delta/values.yaml", new Content(ContentKind.TEXT, seed.at("values"), 900))
            .addFile("delta/templates/a.yaml", Content.of(ContentKind.TEXT, seed.at("template")));
    Descriptor config = addBlob(MediaTypes.HELM_CONFIG, ascii("{" + about + "}"));
    byte[] archive = LayerPacking.GZIP.compress(Archive.PAX.write(tree));
    return addManifest(config, RegistryJson.descriptor(addBlob(MediaTypes.HELM_CHART, archive)));
  }

  private Descriptor attestation(Descriptor image) throws IOException {
    ObjectNode statement =
        RegistryJson.object()
            .put("_type", "https://in-toto.io/Statement/v0.1")
            .put("predicateType", "https://slsa.dev/provenance/v0.2");
    ObjectNode subject = statement.putArray("subject").addObject().put("name", repository);
    subject.putObject("digest").put("sha256", image.hex());
    statement.putObject("predicate").put("buildType", "https://mobyproject.org/buildkit@v1");
    Descriptor blob = addBlob(MediaTypes.IN_TOTO, RegistryJson.bytes(statement));
    ObjectNode config = RegistryJson.object().put("architecture", "unknown").put("os", "unknown");
    config.putObject("config");
    config.putObject("rootfs").put("type", "layers").putArray("diff_ids").add(blob.digest());
    ObjectNode layer = RegistryJson.descriptor(blob);
    layer
        .putObject("annotations")
        .put("in-toto.io/predicate-type", "https://slsa.dev/provenance/v0.2");
    return addManifest(addBlob(MediaTypeFamily.OCI.config(), RegistryJson.bytes(config)), layer);
  }

  private Descriptor addManifest(Descriptor config, ObjectNode layer) throws IOException {
    String mediaType = MediaTypeFamily.OCI.manifest();
    ObjectNode manifest = RegistryJson.object().put("schemaVersion", 2).put("mediaType", mediaType);
    manifest.set("config", RegistryJson.descriptor(config));
    manifest.putArray("layers").add(layer);
    return addRevision(mediaType, manifest);
  }

  private Descriptor addRevision(String mediaType, ObjectNode document) throws IOException {
    byte[] data = RegistryJson.bytes(document);
    Descriptor revision = Descriptor.of(mediaType, data);
    form.store(revision, data);
    form.addRevision(repository, revision);
    return revision;
  }

  private Descriptor addBlob(String mediaType, byte[] data) throws IOException {
    Descriptor blob = Descriptor.of(mediaType, data);
    form.store(blob, data);
    form.link(repository, blob);
    return blob;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
