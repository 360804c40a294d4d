package dev.varve.jobs.engine.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Ordered;
import dev.varve.jobs.engine.Query;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.util.function.BiConsumer;

/** The local engine, with the plan of each query that it is given. */
public final class ExplainedEngine {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ExplainedEngine() {}

  /**
   * An engine that does what the local one does.
   *
   * @param plans receives each query with DuckDB's plan of it, before the query runs
   */
  public static Engine of(Engine engine, BiConsumer<Query, JsonNode> plans) {
    LocalEngine local = (LocalEngine) engine;
    return (Engine)
        Proxy.newProxyInstance(
            Engine.class.getClassLoader(),
            new Class<?>[] {Engine.class},
            (proxy, method, arguments) -> {
              for (Object argument : arguments == null ? new Object[0] : arguments) {
                if (argument instanceof Query query) {
                  plans.accept(query, plan(local, query));
                } else if (argument instanceof Ordered<?> rows) {
                  plans.accept(rows.query(), plan(local, rows.query()));
                }
              }
              try {
                return method.invoke(local, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static JsonNode plan(LocalEngine engine, Query query) throws IOException {
    String[] plan = new String[1];
    engine.sessions.use(
        query.name(),
        session -> {
          try (ResultSet rows = session.query("EXPLAIN (FORMAT json) " + LocalEngine.sql(query))) {
            rows.next();
            plan[0] = rows.getString(2);
          }
        });
    return JSON.readTree(plan[0]);
  }
}
