package dev.varve.jobs.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/** One object a report: name, heading, rows. */
final class Json implements Rendering {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

  @Override
  public void print(
      PrintStream out, String title, List<String> heading, StructType schema, Iterator<Row> rows) {
    try (JsonGenerator json = MAPPER.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("name", title);
      json.writeObjectField("heading", heading);
      json.writeArrayFieldStart("rows");
      while (rows.hasNext()) {
        write(rows.next(), schema, json);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out.println();
  }

  private static void write(Row row, StructType schema, JsonGenerator json) throws IOException {
    json.writeStartObject();
    for (int column = 0; column < schema.size(); column++) {
      Object value = row.get(column);
      boolean plain = value == null || value instanceof Number || value instanceof Boolean;
      json.writeObjectField(schema.fieldNames()[column], plain ? value : Values.exact(value));
    }
    json.writeEndObject();
  }
}
