package dev.varve.synthetic.registry;

import dev.varve.synthetic.content.FileTree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The build of one image, step by step. */
final class Dockerfile {
  private final LayerStore layers;
  private final LayerPacking compression;
  private final List<BuildStep> steps = new ArrayList<>();

  /**
   * @param compression of the layers that its steps create
   */
  Dockerfile(LayerStore layers, LayerPacking compression) {
    this.layers = layers;
    this.compression = compression;
  }

  /** Starts from the steps of another image and its layers. */
  Dockerfile from(List<BuildStep> base) {
    steps.addAll(base);
    return this;
  }

  /** A step that creates the layer of this name; a layer is built only once. */
  Dockerfile run(String command, String layer, Supplier<FileTree> tree) throws IOException {
    steps.add(new BuildStep.WithLayer(command, layers.layer(layer, compression, tree)));
    return this;
  }

  /**
   * A step that creates a layer without entries, as old builders did for steps that only change
   * settings.
   */
  Dockerfile runToNoEffect(String command) throws IOException {
    steps.add(new BuildStep.WithLayer(command, layers.empty()));
    return this;
  }

  Dockerfile set(String command) {
    steps.add(new BuildStep.Setting(command));
    return this;
  }

  List<BuildStep> steps() {
    return List.copyOf(steps);
  }
}
