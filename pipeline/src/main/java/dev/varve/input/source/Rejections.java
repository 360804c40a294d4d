package dev.varve.input.source;

import dev.varve.model.MalformedBlobException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The rejections of one input.
 *
 * @param source name of the input, for the rejections
 * @param findings receives the rejections
 */
record Rejections(String source, Consumer<Finding> findings) {
  /** Adds the rejection of an input with this digest, or with none that is known. */
  void add(@Nullable String digest, MalformedBlobException why) {
    findings.accept(
        new Finding.Rejected(source, digest, why.reason(), why.offset(), why.explanation()));
  }
}
