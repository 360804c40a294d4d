package dev.varve.jobs.answer.restore;

import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.model.Fingerprint;
import dev.varve.model.FramingPiece;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs the queries of {@code schemas/restore} on a warehouse, and returns their rows as records.
 */
record RestoreRows(Queries queries) {
  /**
   * Layer of the warehouse.
   *
   * @param framingRows number of its rows in layer_framing; 0 if framing was not ingested
   */
  record KnownLayer(String layerDigest, String diffId, long archiveBytes, long framingRows) {}

  /** File of a layer that has content. */
  record ContentFile(int position, Fingerprint fingerprint, String path) {}

  /** Layer that contains a content. */
  record Containing(String layerDigest, Fingerprint fingerprint) {}

  /** A row of a query; none of the columns that are read here is ever null. */
  private record Row(List<@Nullable Object> values) {
    String text(int column) {
      return String.valueOf(values.get(column));
    }

    long count(int column) {
      return ((Number) Objects.requireNonNull(values.get(column))).longValue();
    }

    byte[] bytes(int column) {
      return (byte[]) Objects.requireNonNull(values.get(column));
    }

    Fingerprint fingerprint(int column) {
      return Fingerprint.of(bytes(column));
    }
  }

  Optional<KnownLayer> layer(String digest) throws IOException {
    Iterator<KnownLayer> layers =
        stream(
            "layer",
            Map.of("layer", digest),
            row -> new KnownLayer(row.text(0), row.text(1), row.count(2), row.count(3)));
    return layers.hasNext() ? Optional.of(layers.next()) : Optional.empty();
  }

  /** The first layers whose digests have this prefix. */
  List<String> withPrefix(String prefix) throws IOException {
    List<String> digests = new ArrayList<>();
    stream("named", Map.of("layer", prefix), row -> row.text(0)).forEachRemaining(digests::add);
    return digests;
  }

  Iterator<FramingPiece> framing(String digest) throws IOException {
    return stream(
        "framing",
        Map.of("layer", digest),
        row -> new FramingPiece((int) row.count(0), row.count(1), row.count(2), row.bytes(3)));
  }

  Iterator<ContentFile> files(String digest) throws IOException {
    return stream(
        "files",
        Map.of("layer", digest),
        row -> new ContentFile((int) row.count(0), row.fingerprint(1), row.text(2)));
  }

  Iterator<Containing> containing(String digest) throws IOException {
    return stream(
        "containing",
        Map.of("layer", digest),
        row -> new Containing(row.text(0), row.fingerprint(1)));
  }

  /** The locations of all inputs ever ingested, the latest first. */
  List<String> inputs() throws IOException {
    List<@Nullable String> ingested = new ArrayList<>();
    stream("inputs", Map.of(), Row::values)
        .forEachRemaining(row -> ingested.add((String) row.get(0)));
    return BlobInputs.latestFirst(ingested);
  }

  /** The first layers in a random order; equal seeds give equal orders. */
  List<String> sample(int layers, String seed) throws IOException {
    Iterator<String> drawn = stream("drawn", Map.of("seed", seed), row -> row.text(0));
    List<String> sample = new ArrayList<>();
    while (sample.size() < layers && drawn.hasNext()) {
      sample.add(drawn.next());
    }
    end();
    return sample;
  }

  /** Closes the results that were not read to their end. */
  void end() throws IOException {
    queries.endStreams();
  }

  private <T> Iterator<T> stream(
      String name, Map<String, String> parameters, Function<Row, T> mapper) throws IOException {
    Iterator<List<@Nullable Object>> rows =
        queries.stream(SqlFiles.text("restore", name), parameters);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public T next() {
        return mapper.apply(new Row(rows.next()));
      }
    };
  }
}
