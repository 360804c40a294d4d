package dev.varve.synthetic.registry;

import dev.varve.model.Seed;
import dev.varve.synthetic.content.Architecture;
import dev.varve.synthetic.content.Calendar;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * A container registry grown from a seed, with the sharing of real ones. It has images of a few
 * bases, packages installed again and again, applications whose versions differ little, many small
 * layers. It has gzip, zstd and plain layers, and exactly one damaged blob. The same seed and size
 * give the same bytes; gzip's are those of the zlib that the JVM uses.
 *
 * <p>Sharing of this shape was measured on Docker Hub, see <a
 * href="https://doi.org/10.1109/TPDS.2020.3034517">Zhao et al.: Large-scale analysis of Docker
 * images and performance implications for container storage systems</a>. The shares themselves are
 * milder here.
 */
public final class RegistryWorld {
  private final Seed seed;
  private final WorldSize size;
  private final RegistryForm form;
  private final LayerStore layers;
  private final Images images;
  private final Builds builds;
  private final Set<String> repositories = new HashSet<>();

  private RegistryWorld(Seed seed, WorldSize size, RegistryForm form) {
    this.seed = seed;
    this.size = size;
    this.form = form;
    this.layers = new LayerStore(form, Builds.treeName(0, size.versions() - 1));
    this.images = new Images(form);
    PackagePool pool = new PackagePool(seed.at("package"), size);
    this.builds =
        new Builds(
            size,
            layers,
            new BaseImages(seed.at("base"), size, pool),
            new Applications(seed.at("application"), size, pool));
  }

  /**
   * The written images and their totals.
   *
   * @param repositories those with images or other artifacts
   * @param images distinct image manifests; attestations and charts are none
   * @param layers distinct layers of these images
   * @param compressedBytes of these layers as the manifests list them, each once
   * @param archiveBytes of these layers before compression, each once
   * @param truncatedDigest the blob that ends in its middle
   * @param truncatedRepository the repository whose newest image has it
   * @param truncatedAtByte how many of its bytes there are
   */
  public record Summary(
      int repositories,
      int images,
      int layers,
      long compressedBytes,
      long archiveBytes,
      String truncatedDigest,
      String truncatedRepository,
      long truncatedAtByte) {}

  /**
   * Writes the world as the storage tree of Docker Distribution, {@code docker/registry/v2}.
   *
   * @param root the folder that will contain {@code docker}; made when absent
   */
  public static Summary write(Seed seed, WorldSize size, Path root) throws IOException {
    return new RegistryWorld(seed, size, new DistributionTreeWriter(root)).grow();
  }

  /**
   * Writes the same images as one OCI image layout, with names as {@code repository:tag}.
   *
   * @param root the folder that will contain {@code index.json}; made when absent
   */
  public static Summary writeLayout(Seed seed, WorldSize size, Path root) throws IOException {
    return new RegistryWorld(seed, size, new OciLayoutWriter(root)).grow();
  }

  private Summary grow() throws IOException {
    for (int base = 0; base < size.bases(); base++) {
      addBase(base);
    }
    for (int application = 0; application < size.applications(); application++) {
      for (int version = 0; version < size.versions(); version++) {
        addApplication(application, version);
      }
    }
    addService();
    images.add(
        Applications.repository(0),
        MediaTypeFamily.DOCKER,
        Architecture.AMD64,
        Calendar.START,
        builds.abandoned());
    tag("charts/delta", "0.1.0", new Artifacts(form, "charts/delta").addChart(seed.at("chart")));
    form.finish();
    Descriptor truncated = layers.damaged().blob();
    return new Summary(
        repositories.size(),
        images.count(),
        layers.count(),
        layers.compressedBytes(),
        layers.archiveBytes(),
        truncated.digest(),
        Applications.repository(0),
        truncated.bytes() / 2);
  }

  private void addBase(int base) throws IOException {
    String repository = BaseImages.repository(base);
    int release = BaseImages.release(base);
    Descriptor image =
        images.add(
            repository,
            MediaTypeFamily.OCI,
            Architecture.AMD64,
            Calendar.built(0, release),
            builds.base(base, Architecture.AMD64));
    tag(repository, "release-" + (release + 1), image);
    tag(repository, "latest", image);
  }

  private void addApplication(int application, int version) throws IOException {
    String repository = Applications.repository(application);
    Descriptor image =
        images.add(
            repository,
            Builds.format(application),
            Architecture.AMD64,
            Calendar.built(application, version),
            builds.application(application, version));
    tag(repository, "1." + version, image);
    tag(repository, "latest", image);
  }

  private void addService() throws IOException {
    String repository = "coast/estuary";
    Map<Architecture, Descriptor> platforms = new EnumMap<>(Architecture.class);
    for (Architecture architecture : Architecture.values()) {
      platforms.put(
          architecture,
          images.add(
              repository,
              MediaTypeFamily.OCI,
              architecture,
              Calendar.START,
              builds.service(architecture)));
    }
    tag(repository, "1.0", new Artifacts(form, repository).addIndex(platforms));
  }

  private void tag(String repository, String tag, Descriptor manifest) throws IOException {
    form.tag(repository, tag, manifest);
    repositories.add(repository);
  }
}
