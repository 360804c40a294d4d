package dev.varve.jobs.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** One object a report: name, heading, rows. */
final class Json implements Rendering {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Override
  public void print(
      PrintStream out, String title, List<String> heading, StructType schema, List<Row> rows) {
    List<Map<String, @Nullable Object>> objects = new ArrayList<>();
    for (Row row : rows) {
      Map<String, @Nullable Object> object = new LinkedHashMap<>();
      for (int column = 0; column < schema.size(); column++) {
        Object value = row.get(column);
        object.put(
            schema.fieldNames()[column],
            value == null || value instanceof Number || value instanceof Boolean
                ? value
                : Values.exact(value));
      }
      objects.add(object);
    }
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("name", title);
    document.put("heading", heading);
    document.put("rows", objects);
    try {
      out.println(MAPPER.writeValueAsString(document));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
