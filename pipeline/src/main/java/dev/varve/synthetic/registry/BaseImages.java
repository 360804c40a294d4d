package dev.varve.synthetic.registry;

import dev.varve.model.Seed;
import dev.varve.synthetic.content.Calendar;
import dev.varve.synthetic.content.Content;
import dev.varve.synthetic.content.ContentKind;
import dev.varve.synthetic.content.EvolvingTree;
import dev.varve.synthetic.content.FileTree;
import dev.varve.synthetic.content.SyntheticEntry;
import java.util.List;

/**
 * The file systems that images start from. There are a few families; the releases of one family
 * have most of their files in common, and all families bring the most popular packages.
 */
record BaseImages(Seed seed, WorldSize size, PackagePool pool) {
  private static final List<String> FAMILIES = List.of("granite", "basalt", "slate");
  private static final int PREINSTALLED = 4;
  private static final double CHANGED_BY_RELEASE = 0.3;
  private static final List<ContentKind> KINDS =
      List.of(
          ContentKind.ELF_AMD64,
          ContentKind.ELF_AMD64,
          ContentKind.TEXT,
          ContentKind.TEXT,
          ContentKind.TEXT,
          ContentKind.SCRIPT,
          ContentKind.ARCHIVE,
          ContentKind.DATABASE);

  static String repository(int base) {
    return "base/" + FAMILIES.get(base % FAMILIES.size());
  }

  /** Counted from 0 within the family. */
  static int release(int base) {
    return base / FAMILIES.size();
  }

  FileTree tree(int base) {
    FileTree tree = new FileTree(Calendar.built(0, release(base)));
    Seed family = seed.at(base % FAMILIES.size());
    new EvolvingTree(family, "usr", size.filesPerBase(), KINDS, CHANGED_BY_RELEASE)
        .addTo(tree, release(base));
    for (int number = 0; number < Math.min(PREINSTALLED, size.packages()); number++) {
      pool.install(tree, number, 0);
    }
    tree.addSymlink("bin", "usr/bin").addSymlink("etc/mtab", "../proc/self/mounts");
    tree.addBare("tmp", SyntheticEntry.Kind.DIRECTORY)
        .addBare("proc", SyntheticEntry.Kind.DIRECTORY);
    tree.addBare("dev/null", SyntheticEntry.Kind.NULL_DEVICE)
        .addBare("run/init", SyntheticEntry.Kind.FIFO);
    Seed own = seed.at("own").at(base);
    tree.addFile("etc/os-release", new Content(ContentKind.TEXT, own.at("os-release"), 260));
    tree.addFile("etc/service/default.conf", Content.of(ContentKind.TEXT, own.at("service")));
    tree.addFile("var/lib/apt/lists/main", Content.of(ContentKind.TEXT, own.at("lists")));
    tree.addFile("var/lib/status", new Content(ContentKind.TEXT, own.at("status"), 40_000));
    addStrangeNames(tree, family);
    return tree;
  }

  /** Names that real distributions have, and that readers get wrong. */
  private static void addStrangeNames(FileTree tree, Seed family) {
    List<String> names =
        List.of(
            "etc/ssl/certs/NetLock_Arany_=Class_Gold=_F\u0151tan\u00fas\u00edtv\u00e1ny.pem",
            "usr/share/doc/latin/caf\udce9.txt",
            "usr/lib/systemd/system/system-getty\\x2dpre.slice",
            "usr/share/doc/a name with spaces",
            "usr/share/locale/" + "a-directory-with-a-long-name/".repeat(4) + "messages.mo",
            "usr/share/locale/\u65e5\u672c\u8a9e/" + "\u9577\u3044\u540d\u524d/".repeat(16) + "x");
    for (int i = 0; i < names.size(); i++) {
      Content content = Content.of(ContentKind.TEXT, family.at("strange").at(i));
      tree.add(SyntheticEntry.file(names.get(i), content, Calendar.START));
    }
  }
}
