package dev.varve.synthetic.content;

import dev.varve.model.Seed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A tree of files that changes a little from version to version: the file systems of base images,
 * the sources of applications. A file keeps its path; in each version it is rewritten with the
 * given probability, else it stays what it was, to the byte.
 *
 * @param root its directory
 * @param kinds what its files are, the frequent ones repeated
 * @param changeProbability of one file in one version
 */
public record EvolvingTree(
    Seed seed, String root, int files, List<ContentKind> kinds, double changeProbability) {

  public void addTo(FileTree tree, int version) {
    for (int i = 0; i < files; i++) {
      Seed file = seed.at(i);
      RandomGenerator random = file.at("path").random();
      String directory = directory(random);
      ContentKind kind = kinds.get(random.nextInt(kinds.size()));
      int changed = lastChange(file, version);
      Instant modifiedAt = Calendar.START.plus(Duration.ofDays(7L * changed)).minusSeconds(i);
      String path = directory + "/" + Vocabulary.word(random) + i + kind.suffix();
      tree.add(
          SyntheticEntry.file(path, Content.of(kind, file.at("content").at(changed)), modifiedAt));
      if (kind == ContentKind.PYTHON) {
        tree.add(SyntheticEntry.file(directory + "/__init__.py", Content.EMPTY, Calendar.START));
      }
    }
  }

  private String directory(RandomGenerator random) {
    StringBuilder path = new StringBuilder(root);
    for (int depth = random.nextInt(4); depth > 0; depth--) {
      RandomGenerator few = seed.at("directory").at(random.nextInt(6)).random();
      path.append('/').append(Vocabulary.word(few));
    }
    return path.toString();
  }

  private int lastChange(Seed file, int version) {
    for (int candidate = version; candidate > 0; candidate--) {
      if (file.at("change").at(candidate).random().nextDouble() < changeProbability) {
        return candidate;
      }
    }
    return 0;
  }
}
