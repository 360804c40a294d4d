package dev.varve.jobs.answer.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * JSON document: one object for each answer, with its name, heading and rows; several answers are
 * an array.
 */
final class Json implements Document {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

  private final PrintStream out;
  private final TableStyle style;
  private boolean several;
  private String separator = "[";

  Json(PrintStream out, TableStyle style) {
    this.out = out;
    this.style = style;
  }

  @Override
  public void begin(List<String> names) {
    several = names.size() > 1;
  }

  @Override
  public void add(Answer all) throws IOException {
    Answer answer = style.chosen(all);
    if (several) {
      out.print(separator);
      separator = ",";
    }
    try (JsonGenerator json = MAPPER.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("name", answer.name());
      json.writeObjectField("heading", answer.heading());
      json.writeArrayFieldStart("rows");
      for (List<@Nullable Object> row : answer.rows()) {
        write(row, answer.columns(), json);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    out.println();
    out.flush();
  }

  @Override
  public void end() {
    if (several) {
      out.println("]");
      out.flush();
    }
  }

  private static void write(
      List<@Nullable Object> row, List<Answer.Column> columns, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    for (int at = 0; at < columns.size(); at++) {
      Object value = row.get(at);
      boolean plain = value == null || value instanceof Number || value instanceof Boolean;
      json.writeFieldName(columns.get(at).name());
      if (plain) {
        json.writeObject(value);
      } else {
        json.writeRawValue(PrintedText.json(MAPPER.writeValueAsString(PrintedText.exact(value))));
      }
    }
    json.writeEndObject();
  }
}
