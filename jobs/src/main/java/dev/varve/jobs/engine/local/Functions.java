package dev.varve.jobs.engine.local;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;
import org.duckdb.DuckDBFunctions;

/** Functions of Spark that DuckDB lacks. */
final class Functions {
  /** The seed of Spark's function of this name. */
  private static final long SEED = 42;

  private static final XXHash64 XXHASH64 = XXHashFactory.safeInstance().hash64();

  private Functions() {}

  /** Registers the functions for all sessions of a database. */
  static void register(DuckSession session) throws SQLException {
    DuckDBFunctions.scalarFunction()
        .withName("xxhash64")
        .withParameter(String.class)
        .withReturnType(Long.class)
        .withFunction(Functions::xxhash64)
        .register(session.connection());
  }

  private static Long xxhash64(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return XXHASH64.hash(bytes, 0, bytes.length, SEED);
  }
}
