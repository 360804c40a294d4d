package dev.varve.fuzz;

import dev.varve.input.source.MemoryStore;
import dev.varve.input.tar.HandTar;
import dev.varve.model.MalformedBlobException;
import dev.varve.simulation.access.Accesses;
import dev.varve.simulation.access.TraceText;
import java.io.IOException;
import java.util.List;

/** Logs of fio and texts of blkparse. */
final class ReadsTarget implements FuzzTarget {
  @Override
  public boolean accepts(byte[] data) throws IOException {
    MemoryStore store = new MemoryStore().put("reads.log", data);
    try (Accesses reads = TraceText.open(store, MemoryStore.ROOT + "/reads.log")) {
      while (reads.next()) {
        Checks.holds(reads.offset() >= 0 && reads.bytes() >= 0, "a read is somewhere");
      }
      return true;
    } catch (MalformedBlobException e) {
      Checks.holds(!e.explanation().isBlank(), "a fault has words");
      return false;
    }
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(
        HandTar.latin(
            "fio version 2 iolog\n/dev/sda add\n/dev/sda open\n/dev/sda read 4096 8192\n"
                + "/dev/sda write 0 4096\n/dev/sda wait 1000 0\n/dev/sda close\n"),
        HandTar.latin("fio version 3 iolog\r\n1 f add\r\n105 f read 12288 4096\n106 f trim 0 1\n"),
        HandTar.latin(
            "  8,0    1        1     0.000000000   697  A   R 223490 + 8 <- (8,1) 223427\n"
                + "  8,0  1  2  0.0000006  697  Q  RA 223490 + 8 [cat]\nCPU1 (8,0):\n Reads\n"));
  }
}
