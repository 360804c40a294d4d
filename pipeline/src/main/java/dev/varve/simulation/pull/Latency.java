package dev.varve.simulation.pull;

/**
 * A request's latency in parts that add up to it, in nanoseconds of simulated time. Slices of a
 * layer are built in parallel; the parts are those of the slice that arrived last.
 *
 * @param recipeLookupNanos finding the layer's recipe, or the whole layer
 * @param waitNanos waiting for a restore that an earlier request began
 * @param queueNanos waiting for busy cores and links
 * @param sliceLookupNanos finding the slice's recipe
 * @param archiveNanos putting its files into an archive
 * @param compressNanos compressing it
 * @param sliceTransferNanos moving it to the master
 * @param mergeNanos merging the slices
 * @param layerTransferNanos sending the layer to the client, or taking it in
 */
public record Latency(
    long recipeLookupNanos,
    long waitNanos,
    long queueNanos,
    long sliceLookupNanos,
    long archiveNanos,
    long compressNanos,
    long sliceTransferNanos,
    long mergeNanos,
    long layerTransferNanos) {

  /** A latency of zero. */
  static final Latency NONE = new Latency(0, 0, 0, 0, 0, 0, 0, 0, 0);

  static Latency lookup(long nanos) {
    return new Latency(nanos, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  static Latency waited(long nanos) {
    return new Latency(0, nanos, 0, 0, 0, 0, 0, 0, 0);
  }

  static Latency queued(long nanos) {
    return new Latency(0, 0, nanos, 0, 0, 0, 0, 0, 0);
  }

  static Latency built(long lookupNanos, long archiveNanos, long compressNanos) {
    return new Latency(0, 0, 0, lookupNanos, archiveNanos, compressNanos, 0, 0, 0);
  }

  static Latency moved(long nanos) {
    return new Latency(0, 0, 0, 0, 0, 0, nanos, 0, 0);
  }

  static Latency merged(long nanos) {
    return new Latency(0, 0, 0, 0, 0, 0, 0, nanos, 0);
  }

  static Latency sent(long nanos) {
    return new Latency(0, 0, 0, 0, 0, 0, 0, 0, nanos);
  }

  /** The sums of both, part by part. */
  public Latency plus(Latency other) {
    return new Latency(
        recipeLookupNanos + other.recipeLookupNanos,
        waitNanos + other.waitNanos,
        queueNanos + other.queueNanos,
        sliceLookupNanos + other.sliceLookupNanos,
        archiveNanos + other.archiveNanos,
        compressNanos + other.compressNanos,
        sliceTransferNanos + other.sliceTransferNanos,
        mergeNanos + other.mergeNanos,
        layerTransferNanos + other.layerTransferNanos);
  }

  /** All parts together. */
  public long nanos() {
    return recipeLookupNanos
        + waitNanos
        + queueNanos
        + sliceLookupNanos
        + archiveNanos
        + compressNanos
        + sliceTransferNanos
        + mergeNanos
        + layerTransferNanos;
  }
}
