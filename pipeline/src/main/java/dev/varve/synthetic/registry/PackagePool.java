package dev.varve.synthetic.registry;

import dev.varve.model.Seed;
import dev.varve.synthetic.content.Calendar;
import dev.varve.synthetic.content.Content;
import dev.varve.synthetic.content.ContentKind;
import dev.varve.synthetic.content.Draws;
import dev.varve.synthetic.content.EvolvingTree;
import dev.varve.synthetic.content.FileTree;
import dev.varve.synthetic.content.SyntheticEntry;
import dev.varve.synthetic.content.Vocabulary;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * The packages of a world: the same files wherever one is installed, and a few packages that are
 * installed nearly everywhere. They are where most of a registry's sharing comes from.
 */
final class PackagePool {
  private static final int LICENCES = 5;
  private static final double CHANGED_BY_UPDATE = 0.4;
  private static final List<List<ContentKind>> KINDS =
      List.of(
          List.of(
              ContentKind.ELF_AMD64,
              ContentKind.ELF_AMD64,
              ContentKind.TEXT,
              ContentKind.TEXT,
              ContentKind.SCRIPT,
              ContentKind.ARCHIVE),
          List.of(
              ContentKind.PYTHON,
              ContentKind.PYTHON,
              ContentKind.PYTHON,
              ContentKind.PYTHON,
              ContentKind.TEXT,
              ContentKind.ELF_AMD64),
          List.of(
              ContentKind.TEXT,
              ContentKind.TEXT,
              ContentKind.IMAGE,
              ContentKind.BYTECODE,
              ContentKind.BYTECODE,
              ContentKind.DATABASE));

  private final Seed seed;
  private final int packages;
  private final int filesPerPackage;

  PackagePool(Seed seed, WorldSize size) {
    this.seed = seed;
    this.packages = size.packages();
    this.filesPerPackage = size.filesPerPackage();
  }

  /**
   * Draws distinct packages, popular ones more often; all packages if {@code count} reaches their
   * number.
   */
  List<Integer> draw(Seed choice, int count) {
    RandomGenerator random = choice.random();
    Set<Integer> drawn = new LinkedHashSet<>();
    while (drawn.size() < Math.min(count, packages)) {
      drawn.add(Draws.skewed(random, packages));
    }
    return new ArrayList<>(drawn);
  }

  String name(int number) {
    return Vocabulary.word(seed.at(number).at("name").random()) + number;
  }

  /** The package as the distribution installs it, at its first release or an update of it. */
  void install(FileTree tree, int number, int update) {
    String name = name(number);
    Seed own = seed.at(number);
    boolean python = number % KINDS.size() == 1;
    String root = (python ? "usr/lib/python3/dist-packages/" : "usr/lib/") + name;
    files(number, root).addTo(tree, update);
    String documents = "usr/share/doc/" + name;
    add(tree, documents + "/copyright", new Content(ContentKind.TEXT, licence(number), 11_000));
    add(tree, documents + "/changelog.gz", Content.of(ContentKind.ARCHIVE, own.at("changelog")));
    if (!python) {
      Content program = Content.of(ContentKind.ELF_AMD64, own.at("program").at(update));
      add(tree, "usr/bin/" + name, program);
      tree.addHardLink("usr/bin/" + name + "-" + (update + 1), "usr/bin/" + name);
      tree.addSymlink("usr/lib/lib" + name + ".so", name + "/lib" + name + ".so.1");
    }
  }

  /** The package's own files copied into an application's tree. */
  void vendor(FileTree tree, int number, String directory) {
    files(number, directory + "/" + name(number)).addTo(tree, 0);
  }

  private EvolvingTree files(int number, String root) {
    Seed own = seed.at(number);
    int files = Draws.logNormal(own.at("files").random(), filesPerPackage, 0.7, 200);
    return new EvolvingTree(own, root, files, KINDS.get(number % KINDS.size()), CHANGED_BY_UPDATE);
  }

  private Seed licence(int number) {
    return seed.at("licence").at(number % LICENCES);
  }

  private static void add(FileTree tree, String path, Content content) {
    tree.add(SyntheticEntry.file(path, content, Calendar.START));
  }
}
