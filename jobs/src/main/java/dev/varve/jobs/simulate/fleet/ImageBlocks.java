package dev.varve.jobs.simulate.fleet;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.engine.Ordered;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import java.io.IOException;
import java.util.function.Consumer;

/** The blocks of a registry's files, and the images that touch them. */
final class ImageBlocks {
  private static final String FOLDER = "simulate";

  private ImageBlocks() {}

  /**
   * A row of {@code schemas/simulate/image_place.sql}. It is where a scheme stores a distinct
   * content.
   *
   * @param bytes of the content
   * @param startBytes where it starts, from the beginning of its store
   * @param storeBytes length of its store
   * @param firstBlock number of the store's first block in the scheme, from 0
   */
  @SuppressWarnings("ArrayRecordComponent") // a row a content, never compared
  private record Place(
      String scheme,
      byte[] fingerprint,
      long bytes,
      long startBytes,
      long storeBytes,
      long firstBlock) {}

  /**
   * A block that contains bytes of a file, and the bytes of the block.
   *
   * @param fingerprint of the file's content
   * @param block number in the scheme, from 0
   * @param bytes of the whole block
   */
  @SuppressWarnings("ArrayRecordComponent") // a row a content and block, never compared
  private record PlacedBlock(String scheme, byte[] fingerprint, long block, long bytes) {}

  /**
   * Computes the pairs of a block and an image once, as view {@code fleet_edge}, which the queries
   * of owners and of every scheme read.
   *
   * @param blockBytes size of a block
   */
  static void makeView(Engine engine, long blockBytes) throws IOException {
    engine.materialize("image_file", Query.of(FOLDER, "image_file"));
    engine.fold(
        Ordered.unordered(Query.of(FOLDER, "image_place").with("size", blockBytes), Place.class),
        Fold.each((place, output) -> emitBlocks(place, blockBytes, output)),
        new Output("placed_block", PlacedBlock.class));
    engine.materialize("fleet_edge", Query.of(FOLDER, "image_block"));
    engine.drop("placed_block");
    engine.drop("image_file");
  }

  /**
   * Emits the blocks of a file. A file that exceeds the rest of a block continues in the next
   * block.
   */
  private static void emitBlocks(Place place, long blockBytes, Consumer<Record> output) {
    long last = (place.startBytes() + place.bytes() - 1) / blockBytes;
    for (long number = place.startBytes() / blockBytes; number <= last; number++) {
      output.accept(
          new PlacedBlock(
              place.scheme(),
              place.fingerprint(),
              place.firstBlock() + number,
              Math.min(blockBytes, place.storeBytes() - number * blockBytes)));
    }
  }
}
