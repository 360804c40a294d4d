package dev.varve.content.rebuild;

import dev.varve.input.codec.Compression;
import dev.varve.input.codec.ZstdFrame;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finder of the encoder that reproduces a stored blob, bit for bit: such a blob need not be stored.
 * It tries the JVM's zlib and zstd, then programs. An attempt ends at the first byte that differs,
 * so failed attempts cost little.
 */
public final class BlobRebuilder {
  /** Gzip members of a blob beyond which it counts as not reproduced. */
  private static final int MOST_MEMBERS = 10_000;

  private static final String NONE_OF_THE_JVM = "no encoder of the JVM writes this format";
  private static final String OTHER_ZSTD = "other zstd";

  private final TriedEncoders tried;

  public BlobRebuilder(TriedEncoders tried) {
    this.tried = tried;
  }

  /**
   * Tries to reproduce a blob that was read and verified before.
   *
   * @throws IOException when the medium fails, or a program cannot be started
   */
  public BlobRebuild rebuild(OriginalBlob blob) throws IOException {
    byte[] head;
    try (InputStream in = blob.open(0)) {
      head = in.readNBytes(Compression.MAGIC_BYTES);
    }
    Attempts attempts = new Attempts(blob);
    Compression compression = Compression.sniff(head, head.length);
    return switch (compression) {
      case NONE -> attempts.reproduced("none", "none", -1, 0);
      case GZIP -> gzip(attempts);
      case ZSTD -> zstd(attempts);
      default -> byCommands(attempts, compression.label(), NONE_OF_THE_JVM);
    };
  }

  /**
   * Tries to reproduce all gzip members by one level. The header of each member, and zeros behind
   * the last, count as kept bytes.
   */
  private BlobRebuild gzip(Attempts attempts) throws IOException {
    OriginalBlob blob = attempts.blob();
    GzipHeader first = attempts.header(0);
    List<Integer> levels = first.levels().stream().filter(tried.zlibLevels()::contains).toList();
    long offset = 0;
    long keptBytes = 0;
    for (int members = 0; offset < blob.bytes() && !attempts.isPadding(offset); members++) {
      if (members == MOST_MEMBERS) {
        return attempts.notReproduced(
            "other gzip", "it has more than " + MOST_MEMBERS + " members");
      }
      GzipHeader header = attempts.header(offset);
      Attempts.Member member = attempts.member(levels, offset + header.bytes());
      if (member.levels().isEmpty()) {
        return byCommands(
            attempts,
            first.producer(FlushMarks.of(blob.open(0))),
            "no level of zlib gives the member at byte " + offset);
      }
      levels = member.levels();
      keptBytes += header.bytes();
      offset = member.end();
    }
    return attempts.reproduced("zlib", "zlib", levels.get(0), keptBytes + blob.bytes() - offset);
  }

  private BlobRebuild zstd(Attempts attempts) throws IOException {
    Optional<ZstdFrame> frame = attempts.frame();
    if (frame.isEmpty()) {
      return byCommands(attempts, OTHER_ZSTD, "it begins with a skippable frame");
    }
    // Levels are first tried without a worker. With one, nothing is written before megabytes are
    // compressed, so failed attempts would cost much. A frame begins with the same block either
    // way.
    List<Integer> levels =
        ZstdEncoder.levels(frame.get()).stream().filter(tried.zstdLevels()::contains).toList();
    for (int workers = 0; workers <= 1; workers++) {
      List<Integer> plausible = new ArrayList<>();
      for (int level : levels) {
        ZstdEncoder encoder = new ZstdEncoder(level, workers, frame.get());
        long equal = attempts.equalBytes(encoder);
        if (equal == attempts.blob().bytes()) {
          return attempts.reproduced("zstd", encoder.name(), encoder.level(), 0);
        }
        if (equal >= frame.get().startBytes()) {
          plausible.add(level);
        }
      }
      levels = plausible;
    }
    return byCommands(attempts, OTHER_ZSTD, "no level of zstd gives it as one frame");
  }

  private BlobRebuild byCommands(Attempts attempts, String producer, String reason)
      throws IOException {
    for (CommandEncoder command : tried.commands()) {
      if (attempts.reproduces(command)) {
        return attempts.reproduced(producer, command.name(), command.level(), 0);
      }
    }
    return attempts.notReproduced(producer, reason);
  }
}
