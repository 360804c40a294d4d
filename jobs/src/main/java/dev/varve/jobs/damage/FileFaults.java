package dev.varve.jobs.damage;

import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.schema.TableDeclaration;
import dev.varve.jobs.schema.Tables;
import dev.varve.jobs.table.TableFile;
import dev.varve.jobs.table.Warehouse;
import dev.varve.jobs.table.WarehouseWriter;
import java.io.IOException;
import java.io.Serializable;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;

/**
 * The files of a warehouse that are not what was published: missing, of another length, with other
 * rows, or with a page that does not match its checksum.
 *
 * @param checked how many files were read
 * @param faults those that are damaged
 */
public record FileFaults(int checked, List<Fault> faults) {
  private static final String INGEST = "ingest ";
  private static final String DERIVE = "derive";

  /**
   * A damaged file.
   *
   * @param file relative to the warehouse
   */
  public record Fault(String table, String file, String fault) implements Serializable {
    @Override
    public String toString() {
      return file + ": " + fault;
    }
  }

  /**
   * The verbs that make the rows of the damaged files again, once these are put away, in the order
   * to run them. What derive counted of an ingest's rows is put away with them.
   */
  public List<String> verbs() {
    Set<String> makers = new TreeSet<>();
    for (Fault fault : faults) {
      makers.addAll(Tables.declaration(fault.table()).madeBy());
    }
    makers.remove(TableDeclaration.EVERY_VERB);
    Set<String> ordered = new LinkedHashSet<>();
    makers.stream().filter(verb -> verb.startsWith(INGEST)).forEach(ordered::add);
    if (!ordered.isEmpty() || makers.contains(DERIVE)) {
      ordered.add(DERIVE);
    }
    ordered.addAll(makers);
    return List.copyOf(ordered);
  }

  /**
   * Reads every file of the warehouse at a location, in tasks of the engine.
   *
   * @throws NoInputException when nothing has ever been ingested into it
   */
  public static FileFaults of(SparkSession spark, String location) throws IOException {
    return of(NoInputException.unlessThere(new Warehouse(spark, location), location));
  }

  private static FileFaults of(Warehouse warehouse) throws IOException {
    List<TableFile> files = TableFile.all(warehouse);
    List<Fault> faults = new ArrayList<>(faults(warehouse, files));
    if (!faults.isEmpty()) {
      // A file that was replaced meanwhile is not damaged.
      List<String> names = faults.stream().map(Fault::file).toList();
      List<TableFile> again =
          TableFile.all(warehouse).stream().filter(file -> names.contains(file.name())).toList();
      faults = faults(warehouse, again);
    }
    return new FileFaults(files.size(), faults);
  }

  private static List<Fault> faults(Warehouse warehouse, List<TableFile> files) {
    if (files.isEmpty()) {
      return List.of();
    }
    JavaSparkContext context = JavaSparkContext.fromSparkContext(warehouse.spark().sparkContext());
    Broadcast<SerializableConfiguration> hadoop =
        context.broadcast(new SerializableConfiguration(context.hadoopConfiguration()));
    try {
      return context
          .parallelize(files, Math.min(files.size(), 4 * context.defaultParallelism()))
          .mapPartitions(
              part -> {
                Configuration configuration = hadoop.value().value();
                List<Fault> faults = new ArrayList<>();
                while (part.hasNext()) {
                  TableFile file = part.next();
                  String fault = PageCheck.fault(file, configuration);
                  if (fault != null) {
                    faults.add(new Fault(file.table(), file.name(), fault));
                  }
                }
                return faults.iterator();
              })
          .collect();
    } finally {
      hadoop.destroy();
    }
  }

  /**
   * Puts the damaged files away, each with all that was appended together with it and with what
   * derive counted of either, so that the next run of their verbs makes their rows again.
   *
   * @return what was put away, relative to the warehouse
   */
  public List<String> repair(SparkSession spark, String location) throws IOException {
    try (WarehouseWriter writer = WarehouseWriter.openNow(new Warehouse(spark, location))) {
      String name =
          "repair-"
              + DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS")
                  .withZone(ZoneOffset.UTC)
                  .format(Instant.now());
      return writer.putAway(name, faults.stream().map(Fault::file).toList());
    }
  }
}
