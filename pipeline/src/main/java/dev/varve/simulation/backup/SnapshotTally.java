package dev.varve.simulation.backup;

/** Counts the references of one snapshot, stage by stage. */
final class SnapshotTally {
  private long segments;
  private long dirtySegments;
  private long rawChunks;
  private long rawBytes;
  private long zeroChunks;
  private long zeroBytes;
  private long dirtyChunks;
  private long dirtyBytes;
  private long popularChunks;
  private long popularBytes;
  private long writtenChunks;
  private long writtenBytes;

  void zero(SegmentReferences segment, Volume data) {
    zeroChunks += segment.chunks() - data.chunks();
    zeroBytes += segment.bytes() - data.bytes();
  }

  void segment(Volume data, boolean unchanged) {
    segments++;
    rawChunks += data.chunks();
    rawBytes += data.bytes();
    if (!unchanged) {
      dirtySegments++;
      dirtyChunks += data.chunks();
      dirtyBytes += data.bytes();
    }
  }

  void leftover(int bytes, boolean popular) {
    if (popular) {
      popularChunks++;
      popularBytes += bytes;
    } else {
      writtenChunks++;
      writtenBytes += bytes;
    }
  }

  BackupTally sum() {
    Volume popular = new Volume(popularChunks, popularBytes);
    Volume written = new Volume(writtenChunks, writtenBytes);
    return new BackupTally(
        segments,
        dirtySegments,
        segments,
        new Volume(rawChunks, rawBytes),
        new Volume(zeroChunks, zeroBytes),
        new Volume(dirtyChunks, dirtyBytes),
        popular.plus(written),
        popular,
        written);
  }
}
