package dev.varve.fuzz;

import dev.varve.input.source.Finding;
import dev.varve.input.source.Findings;
import dev.varve.input.source.MemoryStore;
import dev.varve.input.source.SourceUnit;
import dev.varve.input.tar.HandTar;
import dev.varve.input.tar.HandTar.Header;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Archives of images: a tar as it comes, or, after a letter s, {@code manifest.json} and its files
 * by the numbers of their sections, the last one a name that links to another.
 */
final class SavedTarget implements FuzzTarget {
  @Override
  public boolean accepts(byte[] data) throws IOException {
    byte[] archive = TarTarget.sealed(data);
    if (data.length > 0 && data[0] == 's') {
      List<byte[]> sections = Sections.of(Arrays.copyOfRange(data, 1, data.length));
      HandTar tar = new HandTar().file("manifest.json", sections.get(0));
      for (int at = 1; at < sections.size(); at++) {
        tar.file(String.valueOf(at), sections.get(at));
      }
      byte[] link = sections.get(sections.size() - 1);
      byte[] target = Arrays.copyOf(link, Math.min(link.length, 100));
      archive = tar.add(Header.ustar('2', "dir/link", 0).put(157, target)).end().bytes();
    }
    MemoryStore store = new MemoryStore().put("a.tar", archive);
    String root = MemoryStore.ROOT + "/a.tar";
    SourceUnit unit = new SourceUnit(SourceUnit.Form.ARCHIVE, root, "");
    List<Finding> findings = Findings.read(store, unit, TarWalks.LIMITS);
    for (Finding finding : findings) {
      if (finding instanceof Finding.LayerPlace layer) {
        try (InputStream in = store.open(root, layer.place().offset(), layer.place().bytes())) {
          Checks.holds(
              in.readAllBytes().length == layer.place().bytes(), "layers lie inside the archive");
        }
      }
    }
    return ImageTarget.check(findings, root);
  }

  @Override
  public List<byte[]> seeds() {
    String manifest =
        "s[{\"Config\":\"1\",\"RepoTags\":[\"app:1\"],\"Layers\":[\"2\",\"dir/link\"]}]";
    String config = "{\"os\":\"linux\",\"rootfs\":{\"diff_ids\":[\"@2\",\"@3\"]}}";
    List<byte[]> seeds = new ArrayList<>();
    seeds.add(Sections.join(manifest, config, "layer", "other", "../2"));
    seeds.add(
        new HandTar()
            .file("oci-layout", HandTar.latin("{}"))
            .file("index.json", HandTar.latin("{\"manifests\":[{\"digest\":\"sha256:00\"}]}"))
            .end()
            .bytes());
    seeds.add(
        new HandTar()
            .gnuLong('L', "manifest.json")
            .file("x", HandTar.latin("[{\"Config\":\"c\",\"Layers\":[]}]"))
            .pax('x', "path", "./c")
            .file("y", HandTar.latin("{\"rootfs\":{\"diff_ids\":[]}}"))
            .end()
            .bytes());
    return seeds;
  }
}
