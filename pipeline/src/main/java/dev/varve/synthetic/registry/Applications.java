package dev.varve.synthetic.registry;

import dev.varve.model.Seed;
import dev.varve.synthetic.content.Calendar;
import dev.varve.synthetic.content.Content;
import dev.varve.synthetic.content.ContentKind;
import dev.varve.synthetic.content.EvolvingTree;
import dev.varve.synthetic.content.FileTree;
import dev.varve.synthetic.content.SyntheticEntry;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The contents of the layers above a base image; {@link Builds} makes one layer of each method.
 * Each application has three counters:
 *
 * <ul>
 *   <li>version: of its own files, from 0
 *   <li>rebuild: the version at which its packages were last installed anew, 0 for the first time
 *   <li>settings version: the version at which its settings last changed, every second one
 * </ul>
 */
record Applications(Seed seed, WorldSize size, PackagePool pool) {
  private static final List<String> TEAMS = List.of("river", "lake", "coast");
  private static final List<String> NAMES =
      List.of("delta", "silt", "marsh", "ford", "weir", "shoal", "bank", "mouth", "spring", "lock");
  private static final int PACKAGES_OF_APPLICATION = 8;
  private static final int VENDORED_PACKAGES = 3;

  /** Probability that a version rewrites a file. */
  private static final double CHANGED_BY_VERSION = 0.12;

  /** Kinds of an application's files, frequent ones repeated. */
  private static final List<ContentKind> KINDS =
      List.of(
          ContentKind.PYTHON,
          ContentKind.PYTHON,
          ContentKind.PYTHON,
          ContentKind.TEXT,
          ContentKind.TEXT,
          ContentKind.ELF_AMD64,
          ContentKind.IMAGE,
          ContentKind.BYTECODE);

  static String repository(int application) {
    int round = application / NAMES.size();
    return TEAMS.get(application % TEAMS.size())
        + "/"
        + NAMES.get(application % NAMES.size())
        + (round == 0 ? "" : "-" + round);
  }

  /** The command that installs the packages, for the history. */
  String installCommand(int application) {
    return choice(application).stream()
        .map(pool::name)
        .collect(Collectors.joining(" ", "apt-get install -y ", ""));
  }

  /**
   * The packages as installed. A rebuild has an update of the first package; the status file, the
   * log and the linker cache are new, though the other packages are as before.
   */
  FileTree packages(int application, int rebuild) {
    FileTree tree = new FileTree(Calendar.built(application, rebuild));
    for (int number : choice(application)) {
      pool.install(tree, number, number == choice(application).get(0) ? rebuild : 0);
    }
    Seed own = seed.at(application).at("rebuild").at(rebuild);
    tree.addFile("var/lib/status", new Content(ContentKind.TEXT, own.at("status"), 60_000));
    tree.addFile("var/log/install.log", Content.of(ContentKind.TEXT, own.at("log")));
    tree.addFile("etc/ld.so.cache", new Content(ContentKind.DATABASE, own.at("cache"), 9_000));
    return tree;
  }

  /** The application itself: most files as in the version before. */
  FileTree tree(int application, int version) {
    FileTree tree = new FileTree(Calendar.built(application, version));
    Seed own = seed.at(application);
    int files = size.filesPerApplication();
    new EvolvingTree(own.at("tree"), "app", files, KINDS, CHANGED_BY_VERSION).addTo(tree, version);
    for (int number : pool.draw(own.at("vendored"), VENDORED_PACKAGES)) {
      pool.vendor(tree, number, "app/vendor");
    }
    Content logo = new Content(ContentKind.IMAGE, own.at("logo"), 20_000);
    tree.addFile("app/static/logo.png", logo).addFile("app/dist/logo.png", logo);
    tree.addSymlink("app/current", "releases/" + version);
    tree.addFile("app/VERSION", new Content(ContentKind.TEXT, own.at("version").at(version), 12));
    return tree;
  }

  FileTree entrypoint(int application) {
    Content script = new Content(ContentKind.SCRIPT, seed.at(application).at("entrypoint"), 420);
    return new FileTree(Calendar.built(application, 0)).addFile("entrypoint.sh", script);
  }

  FileTree settings(int application, int settingsVersion) {
    Seed own = seed.at(application).at("settings").at(settingsVersion);
    return new FileTree(Calendar.built(application, settingsVersion))
        .addFile("etc/app/settings.conf", new Content(ContentKind.TEXT, own, 300));
  }

  /** Remains of the package lists: equal in every image, so one layer for all. */
  FileTree cleanup() {
    return new FileTree(Calendar.START).addWhiteout("var/lib/apt/lists");
  }

  FileTree workingDirectory() {
    return new FileTree(Calendar.START).addBare("app", SyntheticEntry.Kind.DIRECTORY);
  }

  /** A directory of the base replaced as a whole. */
  FileTree services() {
    return new FileTree(Calendar.START)
        .addOpaque("etc/service")
        .addFile("etc/service/app.conf", new Content(ContentKind.TEXT, seed.at("services"), 180));
  }

  private List<Integer> choice(int application) {
    return pool.draw(seed.at(application).at("packages"), PACKAGES_OF_APPLICATION);
  }
}
