package dev.varve.jobs.simulate.startup;

import dev.varve.jobs.engine.Fold;
import dev.varve.simulation.startup.ImageCategories;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Categories of images, of their names sorted by image. */
final class CategoryFold implements Fold<CategoryFold.NamedImage> {
  private final ImageCategories categories;
  private final List<String> names = new ArrayList<>();
  private String image = "";

  /**
   * A row of {@code schemas/simulate/startup_names.sql}.
   *
   * @param name digest of the image, repository, or {@code REPOSITORY:TAG}
   */
  record NamedImage(String imageDigest, String name) {}

  /** A row of {@code image_category}. */
  record ImageCategory(String imageDigest, String category) {}

  CategoryFold(ImageCategories categories) {
    this.categories = categories;
  }

  @Override
  public void add(NamedImage row, Consumer<Record> output) {
    if (!row.imageDigest().equals(image)) {
      finish(output);
      image = row.imageDigest();
      names.clear();
    }
    names.add(row.name());
  }

  @Override
  public void finish(Consumer<Record> output) {
    String category = categories.of(names);
    if (category != null) {
      output.accept(new ImageCategory(image, category));
    }
  }
}
