package dev.varve.fuzz;

import dev.varve.input.disk.HandQcow2;
import dev.varve.input.inventory.DiskSources;
import dev.varve.input.inventory.RefusedInput;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.input.inventory.SnapshotPlan;
import dev.varve.input.source.MemoryStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Manifests of snapshots as CSV, beside three files that they may name. */
final class ListTarget implements FuzzTarget {
  @Override
  public boolean accepts(byte[] data) throws IOException {
    MemoryStore store =
        new MemoryStore()
            .put("list.csv", data)
            .put("a.raw", new byte[512])
            .put("b.qcow2", new HandQcow2().over("a.raw").bytes())
            .put("c.trace", new byte[36]);
    SnapshotPlan plan =
        DiskSources.plan(store, List.of(MemoryStore.ROOT + "/list.csv"), (owner, name) -> false);
    for (RefusedInput refused : plan.refused()) {
      Checks.holds(!refused.message().isBlank(), "a refusal has words");
    }
    Set<List<String>> names = new HashSet<>();
    for (SnapshotImage image : plan.images()) {
      Checks.holds(names.add(List.of(image.vm(), image.snapshot())), "names are told once");
      Checks.holds(image.location().startsWith(MemoryStore.ROOT), "files are those listed");
    }
    return !plan.images().isEmpty();
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(
        text(
            "vm,snapshot,path,parent,taken_at,format\n"
                + "v,one,a.raw,,2024-01-01,raw\nv,two,b.qcow2,one,2024-01-02T03:04:05Z,qcow2\n"
                + "w,x,./c.trace,,,\n"),
        text("\ufeffpath,vm,snapshot\r\n\"a.raw\",\"v \"\"1\"\"\",s\r\n\nmem:/in/b.qcow2,v,t\n"),
        text("vm,snapshot,path,parent\nv,a,a.raw,b\nv,b,b.qcow2,a\nv,\"c,a.raw\n"));
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
