package dev.varve.input.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.disk.FolderStore;
import dev.varve.input.disk.HandQcow2;
import dev.varve.input.disk.LocationText;
import dev.varve.input.disk.Qemu;
import dev.varve.input.trace.ChunkTrace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskSourcesTest {
  @TempDir private Path folder;

  @Test
  void childFoldersAreVmsAndTheirFilesSnapshotsInNaturalOrder() throws IOException {
    raw("b/snap-10.raw", "b/snap-2.img", "b/snap-1.raw", "a/monday/disk.raw", "a/9.raw");
    text("a/.hidden", "");
    assertThat(rows(plan("")))
        .containsExactly(
            "a 9 0 null raw",
            "a monday 1 9 raw",
            "b snap-1 0 null raw",
            "b snap-2 1 snap-1 raw",
            "b snap-10 2 snap-2 raw");
    assertThat(plan("").refused()).isEmpty();
    assertThat(plan("").roots()).containsExactly(FolderStore.uri(folder));
  }

  @Test
  void backingFilesDecideTheOrderAndMagicTheFormat() throws IOException {
    Files.createDirectory(folder.resolve("vm"));
    new HandQcow2().write(folder.resolve("vm/z-base.img"));
    new HandQcow2().over("z-base.img").write(folder.resolve("vm/m.qcow2"));
    new HandQcow2().over("m.qcow2").write(folder.resolve("vm/a.qcow2"));
    new HandQcow2().over("z-base.img").write(folder.resolve("vm/b"));
    assertThat(rows(plan("")))
        .containsExactly(
            "vm z-base 0 null qcow2",
            "vm b 1 z-base qcow2",
            "vm m 2 z-base qcow2",
            "vm a 3 m qcow2");
  }

  @Test
  void filesThatLieInTheInputItselfMakeOneVm() throws IOException {
    raw("vm/1.raw", "vm/2.raw", "vm/other/x.raw");
    assertThat(rows(plan("vm")))
        .containsExactly("other x 0 null raw", "vm 1 0 null raw", "vm 2 1 1 raw");
    assertThat(rows(plan("vm/1.raw"))).containsExactly("1 1 0 null raw");
  }

  @Test
  void whatIsNoDiskIsRefusedByName() throws IOException {
    raw("vm/1.raw", "vm/two/a.raw", "vm/two/b.raw", "vm/none/x/y.raw");
    text("vm/notes.txt", "hello");
    text("vm/fake.qcow2", "no magic");
    text("vm/old.bin", "QED\0 and more");
    text("vm/wrong.chunks", "hello, world\n");
    text("list.csv", "vm,snapshot,path\n");
    Files.createDirectory(folder.resolve("empty"));
    SnapshotPlan plan = plan("", "nowhere");
    assertThat(rows(plan)).containsExactly("vm 1 0 null raw");
    assertThat(plan.refused())
        .extracting(one -> LocationText.name(one.location()) + " " + one.reason())
        .containsExactlyInAnyOrder(
            "empty ABSENT",
            "two UNSUPPORTED",
            "none UNSUPPORTED",
            "x UNSUPPORTED",
            "notes.txt UNSUPPORTED",
            "fake.qcow2 CORRUPT",
            "old.bin UNSUPPORTED",
            "wrong.chunks CORRUPT",
            "list.csv UNSUPPORTED",
            "nowhere ABSENT");
  }

  @Test
  void aLoopOfBackingFilesIsPlannedAndFailsWhenItIsOpened() throws IOException {
    Files.createDirectory(folder.resolve("vm"));
    new HandQcow2().over("b").write(folder.resolve("vm/a"));
    new HandQcow2().over("a").write(folder.resolve("vm/b"));
    assertThat(rows(plan(""))).hasSize(2);
  }

  @Test
  void internalSnapshotsStandBeforeTheActiveState() throws Exception {
    Qemu.assumeInstalled();
    Path image = folder.resolve("disk.qcow2");
    Qemu.img("create -q -f qcow2", image, Path.of("1M"));
    for (String name : List.of("one", "two", "two")) {
      Qemu.img("snapshot -c " + name, image);
    }
    SnapshotPlan plan = plan("disk.qcow2");
    assertThat(rows(plan))
        .containsExactly(
            "disk disk@one 0 null qcow2",
            "disk disk@two#2 1 disk@one qcow2",
            "disk disk@two#3 2 disk@two#2 qcow2",
            "disk disk 3 disk@two#3 qcow2");
    assertThat(plan.images().get(1).internalSnapshot()).isEqualTo("2");
    assertThat(plan.images().get(1).takenAtMicros()).isGreaterThan(1_600_000_000_000_000L);
  }

  @Test
  void equalNamesKeepTheirSuffixes() throws IOException {
    raw("vm/a.raw", "vm/a.img");
    assertThat(rows(plan(""))).containsExactly("vm a.img 0 null raw", "vm a.raw 1 a.img raw");
  }

  @Test
  void namesThatBecomeAlikeAreRefusedNotDoubled() throws IOException {
    // Of a.raw and a.img the suffixes are kept, and a.raw.raw without its own is a.raw too.
    raw("vm/a.raw", "vm/a.img", "vm/a.raw.raw");
    SnapshotPlan plan = plan("");
    assertThat(plan.images()).extracting(SnapshotImage::snapshot).doesNotHaveDuplicates();
    assertThat(plan.images()).hasSize(2);
    assertThat(plan.refused())
        .singleElement()
        .satisfies(one -> assertThat(one.message()).contains("called a.raw of vm"));
  }

  @Test
  void colonsAreLettersOfNames() throws IOException {
    raw("vm/2024-01-01T10:00:00.img", "vm/2024-01-02T10:00:00.img", "a:b.raw");
    assertThat(rows(plan("vm")))
        .containsExactly(
            "vm 2024-01-01T10:00:00 0 null raw",
            "vm 2024-01-02T10:00:00 1 2024-01-01T10:00:00 raw");
    text("list.csv", "vm,snapshot,path\nv,s,a:b.raw\n");
    assertThat(rows(plan("list.csv"))).containsExactly("v s 0 null raw");
  }

  @Test
  void aVmOfTwoInputsIsTakenFromTheFirst() throws IOException {
    raw("x/vm/1.raw", "y/vm/2.raw");
    SnapshotPlan plan = plan("x", "y", "x");
    assertThat(rows(plan)).containsExactly("vm 1 0 null raw");
    assertThat(plan.refused())
        .singleElement()
        .satisfies(one -> assertThat(one.message()).contains("found in").contains("/x already"));
  }

  @Test
  void aManifestIsOrderedByParentsThenByTimeThenByLine() throws IOException {
    raw("d/1", "d/2", "d/3", "d/4");
    text(
        "list.csv",
        """
        vm,snapshot,parent,path,taken_at,format
        v,late,first,d/1,2024-03-01T10:00:00Z,raw
        v,early,first,./d/2,2024-02-01T10:00:00+02:00,raw
        "a ""vm""\",only,,d/4,,RAW

        v,first,,%s/d/3,2024-09-01,raw
        """
            .formatted(folder));
    SnapshotPlan plan = plan("list.csv");
    assertThat(plan.refused()).isEmpty();
    assertThat(rows(plan))
        .containsExactly(
            "a \"vm\" only 0 null raw",
            "v first 0 null raw",
            "v early 1 first raw",
            "v late 2 first raw");
    // date -u -d 2024-02-01T08:00:00Z +%s
    assertThat(plan.images().get(2).takenAtMicros()).isEqualTo(1_706_774_400_000_000L);
    assertThat(plan.images().get(1).takenAtMicros()).isEqualTo(1_725_148_800_000_000L);
    assertThat(plan.roots()).contains(FolderStore.uri(folder), FolderStore.uri(folder) + "/d");
  }

  @Test
  void withoutAColumnOfParentsEachFollowsTheOneBefore() throws IOException {
    raw("1.raw", "2.raw");
    text("l.csv", "path,vm,snapshot\r\n2.raw,v,x\r\n1.raw,v,y\r\n");
    assertThat(rows(plan("l.csv"))).containsExactly("v x 0 null raw", "v y 1 x raw");
  }

  @Test
  void everyFaultOfAManifestIsReportedWithItsLine() throws IOException {
    raw("1.raw");
    text("broken.qcow2", "nothing");
    text(
        "list.csv",
        """
        vm,snapshot,parent,path,taken_at,format
        v,good,,1.raw,,
        v,good,,1.raw,,
        v,few,1.raw
        v,,,1.raw,,
        v,time,,1.raw,yesterday,
        v,format,,1.raw,,qed
        v,absent,,2.raw,,
        v,orphan,nobody,1.raw,,
        v,chicken,egg,1.raw,,
        v,egg,chicken,1.raw,,
        v,broken,,broken.qcow2,,
        v,"text" behind,,1.raw,,
        v,"open,,1.raw,,
        """);
    SnapshotPlan plan = plan("list.csv");
    assertThat(rows(plan)).containsExactly("v good 0 null raw");
    assertThat(plan.refused())
        .extracting(one -> one.message().split(":")[0] + " " + one.reason())
        .containsExactlyInAnyOrder(
            "line 3 CORRUPT",
            "line 4 CORRUPT",
            "line 5 CORRUPT",
            "line 6 CORRUPT",
            "line 7 CORRUPT",
            "line 8 ABSENT",
            "line 9 CORRUPT",
            "line 10 CORRUPT",
            "line 11 CORRUPT",
            "line 12 CORRUPT",
            "line 13 CORRUPT",
            "line 14 CORRUPT");
  }

  /** Nothing follows what was refused: once that is mended, it would come too late. */
  @Test
  void parentsMayBeReadEarlierAndNothingFollowsAnUnknownOne() throws IOException {
    raw("1.raw");
    text(
        "list.csv",
        """
        vm,snapshot,parent,path
        v,grandchild,child,1.raw
        v,child,orphan,1.raw
        v,orphan,nobody,1.raw
        v,next,late,1.raw
        v,late,earlier,1.raw
        """);
    SnapshotPlan plan = plan("list.csv");
    assertThat(rows(plan)).containsExactly("v late 0 earlier raw", "v next 1 late raw");
    assertThat(plan.refused())
        .extracting(RefusedInput::message)
        .containsExactlyInAnyOrder(
            "line 4: there is no snapshot nobody to be its parent",
            "line 3: its parent, snapshot orphan, was refused",
            "line 2: its parent, snapshot child, was refused");
  }

  @Test
  void aManifestWhoseHeaderIsWrongIsRefusedForEachFault() throws IOException {
    text("list.csv", "vm,snapshot,snapshot,takenat\nv,s,s,2024\n");
    assertThat(plan("list.csv").refused())
        .extracting(RefusedInput::message)
        .containsExactly(
            "line 1: column snapshot is listed twice",
            "line 1: unknown column takenat",
            "line 1: column path is missing");
    text("empty.csv", "");
    assertThat(plan("empty.csv").refused()).hasSize(3);
  }

  @Test
  void tracesAreKnownByTheirSuffixOrByTheManifest() throws IOException {
    String line = "a".repeat(40) + ",4096\n";
    text("vm/1.trace", "x".repeat(36));
    text("vm/2.chunks", line);
    text("vm/3.destor", line);
    text("vm2.txt", line);
    text("list.csv", "vm,snapshot,path,format\nw,s,vm2.txt,destor\n");
    assertThat(rows(plan("vm", "list.csv")))
        .containsExactly(
            "vm 1 0 null trace36", "vm 2 1 1 destor", "vm 3 2 2 destor", "w s 0 null destor");
    SnapshotImage trace = plan("list.csv").images().get(0);
    try (ChunkTrace chunks = trace.trace(new FolderStore())) {
      assertThat(Objects.requireNonNull(chunks.next()).bytes()).isEqualTo(4096);
    }
  }

  @Test
  void indexesOfCasyncAreATreeWithoutItsChunks() throws IOException {
    text("vm/1.caibx", "x");
    text("vm/tree.caidx", "x");
    text("vm/default.castr/0a9e/0a9e6a7b.cacnk", "x");
    text("default.castr/0a9e/0a9e6a7b.cacnk", "x");
    assertThat(rows(plan(""))).containsExactly("vm 1 0 null caibx", "vm tree 1 1 caibx");
    assertThat(plan("").refused()).isEmpty();
    assertThat(rows(plan("vm/1.caibx"))).containsExactly("1 1 0 null caibx");
  }

  /** A pool of libvirt: two VMs with chains, of which one has a base elsewhere, and one alone. */
  @Test
  void chainsInOneFolderAreVmsOfTheirOwn() throws Exception {
    Qemu.assumeInstalled();
    Path pool = Files.createDirectories(folder.resolve("images"));
    Qemu.img("create -q -f qcow2", folder.resolve("golden.qcow2"), Path.of("1M"));
    Qemu.img("create -q -f qcow2", pool.resolve("vm1.qcow2"), Path.of("1M"));
    Qemu.img("create -q -f qcow2", pool.resolve("db.qcow2"), Path.of("1M"));
    for (String[] link :
        new String[][] {
          {"vm1.qcow2", "vm1.a.qcow2"},
          {"vm1.a.qcow2", "new.qcow2"},
          {"../golden.qcow2", "vm2.qcow2"}
        }) {
      Qemu.img("create -q -F qcow2 -f qcow2 -b " + link[0], pool.resolve(link[1]));
    }
    assertThat(rows(plan("images")))
        .containsExactly(
            "images/db db 0 null qcow2",
            "images/vm1 vm1 0 null qcow2",
            "images/vm1 vm1.a 1 vm1 qcow2",
            "images/vm1 new 2 vm1.a qcow2",
            "images/vm2 vm2 0 null qcow2");
    // As the folder of a VM among others it stays one VM.
    Files.delete(folder.resolve("golden.qcow2"));
    assertThat(plan("").images()).extracting(SnapshotImage::vm).containsOnly("images");
  }

  @Test
  void copiesWhoseNamesDifferInNumbersAreStatesOfOneDisk() throws IOException {
    raw("a/2024-01-01T10:00:00.raw", "a/2024-01-02.raw", "b/snap-9.raw", "b/snap-10.raw");
    raw("c/web.raw", "c/db.raw");
    assertThat(plan("a", "b", "c").images())
        .extracting(row -> row.vm() + " " + row.snapshot())
        .containsExactly(
            "a 2024-01-01T10:00:00",
            "a 2024-01-02",
            "b snap-9",
            "b snap-10",
            "c/db db",
            "c/web web");
  }

  @Test
  void copiesByDateAreStatesOfOneDiskWhateverLiesBesideThem() throws IOException {
    raw("p/mail-2026-11-01.raw", "p/mail-2026-11-08T030000Z.raw", "p/db.raw");
    raw("p/node1.raw", "p/node2.raw", "p/20261101_root.raw", "p/20261108_root.raw");
    raw("p/web1-2026-11-01.raw", "p/web1-2026-11-08.raw", "p/web2-2026-11-08.raw");
    assertThat(plan("p").images())
        .extracting(row -> row.vm() + " " + row.snapshot())
        .containsExactlyInAnyOrder(
            "p/mail mail-2026-11-01",
            "p/mail mail-2026-11-08T030000Z",
            "p/db db",
            "p/node1 node1",
            "p/node2 node2",
            "p/root 20261101_root",
            "p/root 20261108_root",
            "p/web1 web1-2026-11-01",
            "p/web1 web1-2026-11-08",
            "p/web2-2026-11-08 web2-2026-11-08");
  }

  @Test
  void numbersBesideADateDistinguishDisks() throws IOException {
    raw("p/2026-11-01_node1.raw", "p/2026-11-01_node2.raw", "p/2026-11-08_node2.raw", "p/db.raw");
    raw("p/customer-200000001.raw", "p/customer-200000002.raw", "p/part-20264501.raw");
    raw("p/erp.1793404800.raw", "p/erp.1793491200.raw", "p/part-20264502.raw");
    raw("p/web-2026_11_01-22_00_05-full.raw", "p/web-202611082200-full.raw");
    raw("p/a-2026-11-01T22:00.raw", "p/a-2026-11-08 22:00:01Z.raw", "p/a-2026-11-08-2.raw");
    assertThat(plan("p").images())
        .extracting(row -> row.vm() + " " + row.snapshot())
        .containsExactlyInAnyOrder(
            "p/2026-11-01_node1 2026-11-01_node1",
            "p/node2 2026-11-01_node2",
            "p/node2 2026-11-08_node2",
            "p/db db",
            "p/customer-200000001 customer-200000001",
            "p/customer-200000002 customer-200000002",
            "p/part-20264501 part-20264501",
            "p/part-20264502 part-20264502",
            "p/erp erp.1793404800",
            "p/erp erp.1793491200",
            "p/web-full web-2026_11_01-22_00_05-full",
            "p/web-full web-202611082200-full",
            "p/a a-2026-11-01T22:00",
            "p/a a-2026-11-08 22:00:01Z",
            "p/a-2026-11-08-2 a-2026-11-08-2");
  }

  /** As Proxmox keeps them: {@code images/102/vm-102-disk-0.qcow2}. */
  @Test
  void severalDisksOfAVmAreVmsOfTheirOwn() throws IOException {
    raw("102/vm-102-disk-1.raw", "102/vm-102-disk-10.raw", "102/vm-102-cloudinit.raw");
    new HandQcow2().write(folder.resolve("102/vm-102-disk-0.qcow2"));
    new HandQcow2().over("vm-102-disk-0.qcow2").write(folder.resolve("102/monday.qcow2"));
    raw("103/vm-103-disk-0.raw");
    assertThat(rows(plan("")))
        .containsExactly(
            "102/vm-102-cloudinit vm-102-cloudinit 0 null raw",
            "102/vm-102-disk-0 vm-102-disk-0 0 null qcow2",
            "102/vm-102-disk-0 monday 1 vm-102-disk-0 qcow2",
            "102/vm-102-disk-1 vm-102-disk-1 0 null raw",
            "102/vm-102-disk-10 vm-102-disk-10 0 null raw",
            "103 vm-103-disk-0 0 null raw");
    assertThat(plan("").refused()).isEmpty();
  }

  /** The only disk of most VMs lies beside what cloud-init and snapshots of memory left there. */
  @Test
  void whatIsNoSnapshotOfTheOnlyDiskIsNone() throws IOException {
    raw("104/vm-104-disk-0.raw", "104/vm-104-state-before_upgrade.raw");
    raw("105/vm-105-cloudinit.raw");
    new HandQcow2().write(folder.resolve("104/vm-104-cloudinit.qcow2"));
    assertThat(rows(plan("")))
        .containsExactly(
            "104/vm-104-cloudinit vm-104-cloudinit 0 null qcow2",
            "104/vm-104-disk-0 vm-104-disk-0 0 null raw",
            "104/vm-104-state-before_upgrade vm-104-state-before_upgrade 0 null raw",
            "105 vm-105-cloudinit 0 null raw");
  }

  @Test
  void snapshotsOfADiskHaveItsNumber() throws IOException {
    raw("v/disk1_mon.raw", "v/disk1_tue.raw", "v/disk2_mon.raw", "v/Disk2_tue.raw");
    assertThat(rows(plan("v")))
        .containsExactly(
            "v/Disk2 Disk2_tue 0 null raw",
            "v/disk1 disk1_mon 0 null raw",
            "v/disk1 disk1_tue 1 disk1_mon raw",
            "v/disk2 disk2_mon 0 null raw");
  }

  @Test
  void datesAndOtherNumbersAreSnapshotsOfOneDisk() throws IOException {
    raw("a/disk-2024.raw", "a/disk-2025.raw", "b/disk-01-02-2024.raw", "b/disk-02-02-2024.raw");
    raw(
        "c/20240101.raw",
        "c/20240102.raw",
        "d/web.raw",
        "d/web-1.raw",
        "e/desk1.raw",
        "e/desk2.raw");
    raw("f/disk-0.raw", "f/other.raw");
    assertThat(plan("").images())
        .extracting(SnapshotImage::vm)
        .containsOnly("a", "b", "c", "d", "e", "f");
  }

  /** A number may be that of a snapshot: where one lies over the other, they are one disk. */
  @Test
  void filesOverOneAnotherAreOneDisk() throws IOException {
    Files.createDirectory(folder.resolve("v"));
    new HandQcow2().write(folder.resolve("v/disk-1.qcow2"));
    new HandQcow2().over("disk-1.qcow2").write(folder.resolve("v/disk-2.qcow2"));
    new HandQcow2().over("disk-2.qcow2").write(folder.resolve("v/disk-3.qcow2"));
    assertThat(rows(plan("")))
        .containsExactly(
            "v disk-1 0 null qcow2", "v disk-2 1 disk-1 qcow2", "v disk-3 2 disk-2 qcow2");
    Files.createDirectory(folder.resolve("w"));
    new HandQcow2().write(folder.resolve("w/base.qcow2"));
    new HandQcow2().over("base.qcow2").write(folder.resolve("w/disk-0.qcow2"));
    new HandQcow2().write(folder.resolve("w/image"));
    new HandQcow2().over("image").write(folder.resolve("w/disk-1.qcow2"));
    new HandQcow2().over("image").write(folder.resolve("w/disk-2.qcow2"));
    assertThat(rows(plan("w")))
        .containsExactly(
            "w image 0 null qcow2",
            "w/disk-0 base 0 null qcow2",
            "w/disk-0 disk-0 1 base qcow2",
            "w/disk-1 disk-1 0 null qcow2",
            "w/disk-2 disk-2 0 null qcow2");
  }

  @Test
  void aBaseThatItsOverlayCallsRawNeedsNoSuffix() throws IOException {
    raw("base/ubuntu", "base/other", "v/gold");
    overRaw("v/monday.qcow2", "gold");
    overRaw("w/disk.qcow2", "../base/ubuntu");
    SnapshotPlan plan = plan("");
    assertThat(rows(plan))
        .containsExactly(
            "base ubuntu 0 null raw",
            "v gold 0 null raw",
            "v monday 1 gold qcow2",
            "w disk 0 null qcow2");
    assertThat(plan.refused())
        .extracting(one -> LocationText.name(one.location()) + " " + one.reason())
        .containsExactly("other UNSUPPORTED");
  }

  @Test
  void whatHypervisorsKeepBesideDisksIsNoRejection() throws IOException {
    raw("v/5b1f.raw", "v/w/disk.raw");
    text("v/5b1f.meta", "DOMAIN=1");
    text("v/5b1f.lease", "x");
    text("v/5b1f.lock", "");
    text("v/web.XML", "<domain/>");
    text("v/5b1f.raw.sha256", "00");
    text("v/w/disk.meta", "x");
    text("list.lock", "");
    text("none/only.lock", "");
    assertThat(rows(plan(""))).containsExactly("v 5b1f 0 null raw", "v w 1 5b1f raw");
    assertThat(plan("").refused())
        .extracting(one -> LocationText.name(one.location()) + " " + one.reason())
        .containsExactly("none ABSENT");
  }

  /** Names as in the manuals of VMware, Hyper-V and VirtualBox. */
  @Test
  void whatHypervisorsKeepAlongsideDisksIsNoAlarm() throws IOException {
    String guid = "A3AC8AB5-43AD-4FE3-95BB-1E7919B203F1";
    raw("in/esxi/web.img", "in/hyperv/Virtual Hard Disks/db.img", "in/vbox/desk.img");
    for (String name :
        List.of(
            "web-ctk.vmdk",
            "web-000001-ctk.vmdk",
            "web.vmx",
            "web.vmx~",
            "web.vmxf",
            "web.vmsd",
            "web.nvram",
            "web-Snapshot1.vmsn",
            "web-Snapshot1.vmem",
            "web-1.vmss",
            "web-3f.vswp",
            "vmware.log",
            "vmware-1.log",
            "web-1a.hlog",
            "web-aux.xml",
            "web.vmx.lck",
            "web.vmdk.lck/M1.lck",
            "web.scoreboard",
            "web.mf",
            "web.cert",
            "web.ovf")) {
      text("in/esxi/" + name, "x");
    }
    for (String name :
        List.of(
            "Virtual Hard Disks/db.vhdx.rct",
            "Virtual Hard Disks/db.vhdx.mrt",
            "Virtual Machines/" + guid + ".vmcx",
            "Virtual Machines/" + guid + ".VMRS",
            "Snapshots/" + guid + ".vmcx",
            guid + ".bin",
            guid + ".vsv",
            guid + ".vmgs")) {
      text("in/hyperv/" + name, "x");
    }
    for (String name :
        List.of(
            "desk.vbox",
            "desk.vbox-prev",
            "desk.nvram",
            "Logs/VBox.log",
            "Logs/VBox.log.1",
            "Snapshots/2024-01-01T00-00-00.sav")) {
      text("in/vbox/" + name, "x");
    }
    SnapshotPlan plan = plan("in");
    assertThat(plan.refused()).isEmpty();
    assertThat(rows(plan))
        .containsExactly("esxi web 0 null raw", "hyperv db 0 null raw", "vbox desk 0 null raw");
    for (String vm : List.of("esxi", "hyperv", "vbox")) {
      assertThat(plan("in/" + vm).refused()).isEmpty();
      assertThat(plan("in/" + vm).images()).extracting(SnapshotImage::vm).containsExactly(vm);
    }
  }

  @Test
  void aDiskThatIsNamedAsAMapOfChangesIsADisk() throws IOException {
    Files.createDirectory(folder.resolve("vm"));
    new HandQcow2().write(folder.resolve("vm/web-ctk.vmdk"));
    assertThat(rows(plan(""))).containsExactly("vm web-ctk 0 null qcow2");
  }

  /** VirtualBox keeps the disks of states in folder Snapshots. */
  @Test
  void disksInTheFoldersOfAHypervisorAreThoseOfTheVm() throws IOException {
    raw("desk/desk.img", "desk/Snapshots/{1}.img", "desk/Snapshots/{2}.img");
    for (String input : List.of("", "desk")) {
      assertThat(rows(plan(input)))
          .containsExactly("desk desk 0 null raw", "desk {1} 1 desk raw", "desk {2} 2 {1} raw");
      assertThat(plan(input).refused()).isEmpty();
    }
  }

  private void overRaw(String name, String base) throws IOException {
    Path path = folder.resolve(name);
    Files.createDirectories(path.getParent());
    new HandQcow2()
        .putInt(104, 0xe2792aca)
        .putInt(108, 3)
        .putText(112, "raw")
        .putLong(8, 200)
        .putInt(16, base.length())
        .putText(200, base)
        .write(path);
  }

  private SnapshotPlan plan(String... inputs) throws IOException {
    return DiskSources.plan(
        new FolderStore(),
        List.of(inputs).stream().map(input -> FolderStore.uri(folder.resolve(input))).toList(),
        (owner, name) -> name.equals("earlier"));
  }

  private static List<String> rows(SnapshotPlan plan) {
    return plan.images().stream()
        .map(
            row ->
                String.join(
                    " ",
                    row.vm(),
                    row.snapshot(),
                    "" + row.position(),
                    "" + row.parent(),
                    row.format().label()))
        .toList();
  }

  private void raw(String... names) throws IOException {
    for (String name : names) {
      text(name, "raw bytes");
    }
  }

  private void text(String name, String text) throws IOException {
    Path path = folder.resolve(name);
    Files.createDirectories(path.getParent());
    Files.write(path, text.getBytes(StandardCharsets.UTF_8));
  }
}
