package dev.varve.jobs.ingest.registry;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.model.ByteStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The images that an ingest need not read again, through the file that its tasks read. */
class KnownImagesTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"local", "spark"})
  void eachRepositoryHasThoseWhoseLayersAreAllThere(String engine) throws Exception {
    Path warehouse = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("w"));
    Set<String> expected = new TreeSet<>();
    rows(
            warehouse,
            "SELECT DISTINCT repository, image_digest FROM image_tag"
                + " WHERE repository IS NOT NULL AND image_digest IN (SELECT image_digest FROM image)"
                + " AND image_digest NOT IN (SELECT image_digest FROM image_layer"
                + " WHERE layer_digest NOT IN (SELECT layer_digest FROM layer))")
        .forEach(row -> expected.add(row.text("repository") + " " + row.text("image_digest")));
    Set<String> found = new TreeSet<>();
    SettingReader settings = TestEngine.settings("engine.name=" + engine);
    RegistrySettings registry = RegistrySettings.read(settings);
    try (Runs runs = TestEngine.runs(settings)) {
      runs.execute(
          "ingest registry",
          Map.of(),
          warehouse.toString(),
          run -> {
            run.registerTables(List.of("image", "image_layer", "layer", "image_tag"));
            ByteStore store = registry.access().store(run.store());
            KnownImages.OfTask task = new KnownImages.OfTask(store);
            for (Map.Entry<String, KnownImages.Part> part : KnownImages.write(run).entrySet()) {
              task.of(part.getValue()).forEach(one -> found.add(part.getKey() + " " + one));
            }
            assertThat(task.of(null)).isEmpty();
          });
    }
    assertThat(found).isEqualTo(expected).hasSizeGreaterThan(2);
  }
}
