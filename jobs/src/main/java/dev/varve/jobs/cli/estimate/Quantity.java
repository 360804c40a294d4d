package dev.varve.jobs.cli.estimate;

import dev.varve.content.estimate.ConfidenceInterval;
import java.util.Locale;

/**
 * Estimated quantity: a row of verb estimate, and of table estimate_result.
 *
 * @param interval the value, and both ends of its interval
 * @param source ground on which the value is known
 */
record Quantity(Measure measure, ConfidenceInterval interval, Source source) {
  /** Unit of the values. */
  enum Unit {
    COUNT,
    BYTES,
    RATIO,
    SECONDS
  }

  /** Measure of a quantity. Table {@code estimate_result} has its name in lower case. */
  enum Measure {
    IMAGES(Unit.COUNT, "images, each once"),
    LAYERS(Unit.COUNT, "layers, each once"),
    LISTED_BYTES(Unit.BYTES, "layers, once for each image"),
    STORED_BYTES(Unit.BYTES, "layers as stored, each once"),
    LAYER_SHARING_RATIO(Unit.RATIO, "saved by sharing layers"),
    FILE_BYTES(Unit.BYTES, "files in all layers"),
    UNIQUE_FILE_BYTES(Unit.BYTES, "files, each content once"),
    FILE_DEDUP_RATIO(Unit.RATIO, "saved of file_bytes"),
    COMPRESSED_UNIQUE_BYTES(Unit.BYTES, "unique files, compressed"),
    DEDUP_AND_COMPRESSION_RATIO(Unit.RATIO, "saved of stored_bytes"),
    VMS(Unit.COUNT, "virtual machines"),
    SNAPSHOTS(Unit.COUNT, "snapshots of all VMs"),
    DISK_BYTES(Unit.BYTES, "disks as guests see them"),
    ALLOCATED_BYTES(Unit.BYTES, "of these in the disk files"),
    DISK_FILE_BYTES(Unit.BYTES, "disk files as stored"),
    DATA_BYTES(Unit.BYTES, "chunks that are not zero"),
    UNIQUE_CHUNK_BYTES(Unit.BYTES, "chunks, each content once"),
    CHUNK_DEDUP_RATIO(Unit.RATIO, "saved of data_bytes"),
    INGEST_SECONDS(Unit.SECONDS, "time of an ingest here"),
    INGEST_MEMORY_BYTES(Unit.BYTES, "peak memory of this ingest"),
    WAREHOUSE_BYTES(Unit.BYTES, "warehouse of this ingest");

    private final Unit unit;
    private final String meaning;

    Measure(Unit unit, String meaning) {
      this.unit = unit;
      this.meaning = meaning;
    }

    Unit unit() {
      return unit;
    }

    /** The meaning in words. */
    String meaning() {
      return meaning;
    }
  }

  /** Ground on which a value is known. */
  enum Source {
    /** Exact, from manifests, headers and lengths, or because everything was read. */
    KNOWN,
    /** Estimated from a sample; the interval contains the true value in 95 of 100 samples. */
    SAMPLE,
    /**
     * Extrapolated from the cost of this estimate; the ends of the interval are the least and the
     * most growth.
     */
    FORECAST
  }

  /** The name of a unit, measure or source as in tables. */
  static String tableName(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  static Quantity known(Measure measure, Number value) {
    return new Quantity(measure, ConfidenceInterval.exact(value.doubleValue()), Source.KNOWN);
  }

  /**
   * A value from the units that were read: known if they are all units, otherwise sampled.
   *
   * @param isComplete whether all units were read; otherwise even an interval of width 0 is only a
   *     sample
   */
  static Quantity sampled(Measure measure, ConfidenceInterval interval, boolean isComplete) {
    boolean exact = isComplete && interval.low() == interval.high();
    return new Quantity(measure, interval, exact ? Source.KNOWN : Source.SAMPLE);
  }

  static Quantity forecast(Measure measure, ConfidenceInterval interval) {
    return new Quantity(measure, interval, Source.FORECAST);
  }
}
