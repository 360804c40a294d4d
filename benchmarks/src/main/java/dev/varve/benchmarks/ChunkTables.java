package dev.varve.benchmarks;

import dev.varve.codec.Digests;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.run.Engine;
import dev.varve.jobs.schema.Tables;
import dev.varve.matching.ChunkKey;
import dev.varve.model.Seed;
import dev.varve.model.Segment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import scala.collection.immutable.ArraySeq;

/**
 * A warehouse of snapshots from a seed, of any size, for measuring simulations: 512 chunks a
 * segment. A third of a disk's segments is one of seven systems, a third holds common chunks of a
 * long tail, a third is the VM's own; a fiftieth of the segments changes between two snapshots, in
 * about an eighth of its chunks. Any segment can be made without the others.
 */
public final class ChunkTables {
  private static final int CHUNKS = 512;
  private static final int WIDTH = 20;
  private static final int SYSTEMS = 7;
  private static final double COMMON = 2e6;
  private static final Seed SEED = new Seed(8);
  private static final int[] ENDS =
      IntStream.rangeClosed(1, CHUNKS).map(chunk -> chunk * (Segment.BYTES / CHUNKS)).toArray();

  private ChunkTables() {}

  /** Arguments: WAREHOUSE VMS SNAPSHOTS SEGMENTS, then settings as {@code key=value}. */
  public static void main(String[] arguments) throws IOException {
    List<String> all = Arrays.asList(arguments);
    Settings settings = SettingReader.of(null, null, all.subList(4, all.size())).finish();
    String warehouse = all.get(0);
    int vms = Integer.parseInt(all.get(1));
    int snapshots = Integer.parseInt(all.get(2));
    int segments = Integer.parseInt(all.get(3));
    try (Engine engine = Engine.open("benchmark", settings)) {
      SparkSession spark = engine.session();
      Dataset<Long> fleet = spark.range(0, vms, 1, vms);
      write(fleet, warehouse, "vm", vm -> List.of(RowFactory.create("vm" + vm, "run")));
      write(
          fleet,
          warehouse,
          "snapshot",
          vm ->
              IntStream.range(0, snapshots)
                  .mapToObj(snapshot -> snapshot(vm, snapshot, segments))
                  .toList());
      for (String table : List.of("segment", "segment_recipe")) {
        boolean recipe = table.equals("segment_recipe");
        fleet
            .flatMap(
                (FlatMapFunction<Long, Row>)
                    vm ->
                        IntStream.range(0, snapshots * segments)
                            .mapToObj(at -> segment(vm, at / segments, at % segments, recipe))
                            .iterator(),
                Encoders.row(Tables.schema(table)))
            .write()
            .parquet(warehouse + "/" + table);
      }
    }
  }

  private static void write(
      Dataset<Long> fleet, String warehouse, String table, MapFunction<Long, List<Row>> rows) {
    fleet
        .flatMap(
            (FlatMapFunction<Long, Row>) vm -> rows.call(vm).iterator(),
            Encoders.row(Tables.schema(table)))
        .coalesce(1)
        .write()
        .parquet(warehouse + "/" + table);
  }

  private static Row snapshot(long vm, int snapshot, int segments) {
    long bytes = (long) segments * Segment.BYTES;
    return RowFactory.create(
        "vm" + vm,
        "s" + snapshot,
        snapshot,
        snapshot == 0 ? null : "s" + (snapshot - 1),
        null,
        "raw",
        bytes,
        bytes,
        (long) segments,
        (long) segments * CHUNKS,
        0L,
        "seed",
        "run");
  }

  private static Row segment(long vm, int snapshot, int position, boolean recipe) {
    byte[] fingerprints = new byte[CHUNKS * WIDTH];
    ByteBuffer buffer = ByteBuffer.wrap(fingerprints);
    int smallest = 0;
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
      long content = ChunkKey.spread(content(vm, snapshot, position, chunk));
      buffer.putLong(content).putLong(ChunkKey.spread(content)).putInt((int) content);
      if (compare(fingerprints, chunk, smallest) < 0) {
        smallest = chunk;
      }
    }
    return recipe
        ? RowFactory.create(
            "vm" + vm,
            "s" + snapshot,
            (long) position,
            new ArraySeq.ofInt(ENDS),
            fingerprints,
            new ArraySeq.ofBoolean(new boolean[CHUNKS]))
        : RowFactory.create(
            "vm" + vm,
            "s" + snapshot,
            (long) position,
            (long) position * Segment.BYTES,
            Segment.BYTES,
            Digests.named("sha1").digest(fingerprints),
            Arrays.copyOfRange(fingerprints, smallest * WIDTH, (smallest + 1) * WIDTH),
            0,
            CHUNKS,
            null);
  }

  private static int compare(byte[] fingerprints, int chunk, int other) {
    return Arrays.compareUnsigned(
        fingerprints,
        chunk * WIDTH,
        (chunk + 1) * WIDTH,
        fingerprints,
        other * WIDTH,
        (other + 1) * WIDTH);
  }

  /**
   * Which content a chunk has: that of the last change of its place, or what was there at first.
   */
  private static long content(long vm, int snapshot, int position, int chunk) {
    Seed segment = SEED.at(vm).at(position);
    Seed place = segment.at(chunk);
    for (int day = snapshot; day > 0; day--) {
      if (Long.remainderUnsigned(segment.at("day").at(day).value(), 50) == 0
          && (place.at(day).value() & 7) == 0) {
        return place.at("changed").at(day).value();
      }
    }
    return switch (position % 3) {
      case 0 -> SEED.at("system").at(vm % SYSTEMS).at(position).at(chunk).value();
      case 1 -> (long) (Math.pow(place.random().nextDouble(), 3) * COMMON);
      default -> place.value();
    };
  }
}
