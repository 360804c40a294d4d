package dev.varve.jobs.ingest.snapshot;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.answer.query.BothEngines;
import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.query.Statements;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.run.TestEngine;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A datastore of three guests, counted by hand. */
class BackupIndexesTest {
  private static final long MIB = 1 << 20;

  /** {@code head -c 4194304 /dev/zero | sha256sum}. */
  private static final String ZEROS_4M =
      "bb9f8df61474d25e71fa00722318cd387396ca1736605e1248821cc0de3d3af8";

  @TempDir private Path folder;

  @Test
  void sharesOfGuestsAreThoseOfTheirIndexes() throws Exception {
    put("vm/1/2024-01-01T00:00:00Z", "a.img.fidx", fixed(12 * MIB, 4 * MIB, "11", ZEROS_4M, "22"));
    put("vm/1/2024-01-02T00:00:00Z", "a.img.fidx", fixed(12 * MIB, 4 * MIB, "11", "33", "22"));
    put("vm/2/2024-01-01T00:00:00Z", "a.img.fidx", fixed(9 * MIB, 4 * MIB, "11", "11", "44"));
    put("host/h/2024-01-01T00:00:00Z", "r.pxar.didx", dynamic(5000, "55", 9000, "66"));
    byte[] cut = fixed(8 * MIB, 4 * MIB, "77");
    put("vm/3/2024-01-01T00:00:00Z", "a.img.fidx", cut);
    Path warehouse = folder.resolve("warehouse");
    SettingReader reader = TestEngine.settings();
    new IngestSnapshots(SnapshotSettings.read(reader))
        .run(
            TestEngine.runs(reader),
            List.of(folder.resolve("store").toString()),
            warehouse.toString());
    try (Queries queries = BothEngines.duck(warehouse);
        Statements statements = BothEngines.statements(warehouse)) {
      assertThat(queries.faults()).isEmpty();
      // VM, snapshot, bytes of the disk, of zeros; the time is that of the name.
      assertThat(
              rows(
                  statements,
                  "SELECT vm, snapshot, virtual_bytes, zero_bytes, chunks, format, CAST(taken_at AS DATE) = DATE '2024-01-02' FROM snapshot ORDER BY vm, position"))
          .containsExactly(
              "host/h/r.pxar|2024-01-01T00:00:00Z|9000|0|2|didx|false",
              "vm/1/a|2024-01-01T00:00:00Z|12582912|4194304|2|fidx|false",
              "vm/1/a|2024-01-02T00:00:00Z|12582912|0|3|fidx|true",
              "vm/2/a|2024-01-01T00:00:00Z|9437184|0|3|fidx|false");
      assertThat(rows(statements, "SELECT reason, message FROM rejected_blob"))
          .containsExactly("TRUNCATED|the index ends at byte 4194304 of a disk of 8388608");
      // Of vm/1 chunks 11 (which vm/2 has, too), 22 and 33; of its second day 33 is new.
      assertThat(BothEngines.reports(queries, List.of("snapshot-sharing")).get(0).rows())
          .extracting(row -> row.get(0) + "|" + row.get(1) + "|" + row.subList(5, 8))
          .containsExactly(
              "host/h/r.pxar|null|[9000, 9000, 9000]",
              "host/h/r.pxar|2024-01-01T00:00:00Z|[9000, 9000, 9000]",
              "vm/1/a|null|[12582912, 12582912, 8388608]",
              "vm/1/a|2024-01-01T00:00:00Z|[8388608, 8388608, 0]",
              "vm/1/a|2024-01-02T00:00:00Z|[12582912, 4194304, 4194304]",
              "vm/2/a|null|[5242880, 5242880, 1048576]",
              "vm/2/a|2024-01-01T00:00:00Z|[5242880, 5242880, 1048576]");
    }
  }

  /**
   * Two VMs with a base and a new chunk a day, worked by hand with the server's prune.rs: of vm/1 a
   * day is protected, of vm/2 the newest is unfinished and one disk began on the third day.
   */
  @Test
  void aGroupOfBackupsIsPrunedAsItsServerDoes() throws Exception {
    for (int day = 1; day <= 6; day++) {
      String time = "2024-01-0" + day + "T00:00:00Z";
      for (String group : List.of("vm/1/", "vm/2/")) {
        put(group + time, "a.img.fidx", fixed(8 * MIB, 4 * MIB, "aa", "1" + day));
        if (!group.equals("vm/2/") || day < 6) {
          put(group + time, "index.json.blob", new byte[1]);
        }
      }
      if (day > 2 && day < 5) {
        put("vm/2/" + time, "b.img.fidx", fixed(4 * MIB, 4 * MIB, "2" + day));
      }
    }
    put("vm/1/2024-01-02T00:00:00Z", ".protected", new byte[0]);
    Path warehouse = folder.resolve("warehouse");
    varve("ingest snapshots %s --warehouse %s", folder.resolve("store"), warehouse).done();
    varve(
            "simulate retention --warehouse %s --tools proxmox,restic --keep-last 2 --keep-daily 0"
                + " --keep-weekly 0 --keep-monthly 0",
            warehouse)
        .done();
    try (Statements statements = BothEngines.statements(warehouse)) {
      assertThat(
              rows(
                  statements,
                  "SELECT policy, vm, substr(snapshot, 9, 2), rule FROM retention_snapshot WHERE rule IS NOT NULL AND policy LIKE '%: last 2' ORDER BY policy, vm, snapshot"))
          .containsExactly(
              "proxmox: last 2|vm/1/a|02|protected",
              "proxmox: last 2|vm/1/a|05|last",
              "proxmox: last 2|vm/1/a|06|last",
              "proxmox: last 2|vm/2/a|04|last",
              "proxmox: last 2|vm/2/a|05|last",
              "proxmox: last 2|vm/2/a|06|unfinished",
              "proxmox: last 2|vm/2/b|04|last",
              "restic: last 2|vm/1/a|05|last",
              "restic: last 2|vm/1/a|06|last",
              "restic: last 2|vm/2/a|05|last",
              "restic: last 2|vm/2/a|06|last",
              "restic: last 2|vm/2/b|03|last",
              "restic: last 2|vm/2/b|04|last");
    }
  }

  private static List<String> rows(Statements statements, String sql) throws Exception {
    List<String> rows = new ArrayList<>();
    for (List<@Nullable Object> row : statements.answer(sql, Queries.ALL).rows()) {
      rows.add(String.join("|", row.stream().map(String::valueOf).toList()));
    }
    return rows;
  }

  private void put(String snapshot, String name, byte[] index) throws Exception {
    Path path = folder.resolve("store").resolve(snapshot).resolve(name);
    Files.createDirectories(path.getParent());
    Files.write(path, index);
  }

  private static byte[] fixed(long diskBytes, long chunkBytes, String... digests) throws Exception {
    ByteBuffer rows = ByteBuffer.allocate(32 * digests.length);
    for (String digest : digests) {
      rows.put(digest(digest));
    }
    return index("fixed", diskBytes, chunkBytes, rows);
  }

  private static byte[] dynamic(long firstEnd, String first, long secondEnd, String second)
      throws Exception {
    ByteBuffer rows = ByteBuffer.allocate(2 * 40).order(ByteOrder.LITTLE_ENDIAN);
    rows.putLong(firstEnd).put(digest(first)).putLong(secondEnd).put(digest(second));
    return index("dynamic", 0, 0, rows);
  }

  private static byte[] index(String sized, long diskBytes, long chunkBytes, ByteBuffer rows)
      throws Exception {
    byte[] index = new byte[4096 + rows.capacity()];
    ByteBuffer all = ByteBuffer.wrap(index).order(ByteOrder.LITTLE_ENDIAN);
    MessageDigest sum = MessageDigest.getInstance("SHA-256");
    // The server derives its magics from these sentences.
    String sentence = "Proxmox Backup " + sized + " sized chunk index v1.0";
    all.put(0, sum.digest(sentence.getBytes(StandardCharsets.US_ASCII)), 0, 8);
    all.putLong(64, diskBytes).putLong(72, chunkBytes);
    all.put(4096, rows.flip(), 0, rows.limit());
    sum.update(index, 4096, rows.limit());
    all.put(32, sum.digest());
    return index;
  }

  /** A digest, or one of the same octet throughout. */
  private static byte[] digest(String hex) {
    byte[] octets = HexFormat.of().parseHex(hex);
    byte[] digest = new byte[32];
    Arrays.fill(digest, octets[0]);
    return octets.length == 32 ? octets : digest;
  }
}
