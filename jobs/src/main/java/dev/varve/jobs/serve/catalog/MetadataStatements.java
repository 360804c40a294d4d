package dev.varve.jobs.serve.catalog;

import dev.varve.jobs.conf.InvalidSettingsException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.catalyst.analysis.UnresolvedNamespace;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.ShowTables;
import org.apache.spark.sql.catalyst.plans.logical.ShowViews;
import org.apache.spark.sql.execution.command.SetCommand;
import org.apache.spark.sql.execution.command.SetNamespaceCommand;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Statements that tools send as a matter of form. They are answered from what is known, and nothing
 * is changed: what there is, which schema to use, and settings, of which none is reported.
 */
final class MetadataStatements {
  private static final List<String> SCHEMAS = List.of(QualifiedNames.SCHEMA, "spark_catalog");

  /** As Spark's own server has it: clients stumble over a result without columns. */
  private static final StructType NONE = texts("Result");

  private static final StructType SETTING = texts("key", "value");

  private MetadataStatements() {}

  /** The answer to a statement of that kind; empty for any other. */
  static Optional<StatementResult> found(LogicalPlan plan) {
    if (plan instanceof SetCommand set) {
      return Optional.of(setting(set));
    }
    if (plan instanceof SetNamespaceCommand use) {
      known(CollectionConverters.asJava(use.namespace()));
      return Optional.of(StatementResult.of(NONE, List.of()));
    }
    if (plan instanceof ShowTables show) {
      return Optional.of(relations(show.namespace(), show.pattern(), "tableName", "TABLE"));
    }
    if (plan instanceof ShowViews show) {
      return Optional.of(relations(show.namespace(), show.pattern(), "viewName", "VIEW"));
    }
    return switch (plan.nodeName()) {
      case "SetCatalogAndNamespace" -> {
        known(namespace(plan.children().head()));
        yield Optional.of(StatementResult.of(NONE, List.of()));
      }
      case "ShowNamespaces", "ShowNamespacesCommand" ->
          Optional.of(rows(texts("namespace"), RowFactory.create(QualifiedNames.SCHEMA)));
      default -> Optional.empty();
    };
  }

  /** The name comes first, where clients of Hive look, and has the column name of Spark's. */
  private static StatementResult relations(
      LogicalPlan namespace, Option<String> pattern, String column, String kind) {
    known(namespace(namespace));
    Pattern wanted = pattern.isEmpty() ? Pattern.compile(".*") : pattern(pattern.get());
    List<Row> rows = new ArrayList<>();
    for (Relation relation : Relations.all()) {
      boolean listed = kind.equals("TABLE") || !relation.isTable();
      if (listed && wanted.matcher(relation.name()).matches()) {
        rows.add(RowFactory.create(relation.name(), QualifiedNames.SCHEMA, false));
      }
    }
    return StatementResult.of(
        texts(column, "namespace").add("isTemporary", DataTypes.BooleanType), rows);
  }

  /** The pattern of a SHOW: {@code *} is any text, and {@code |} stands between choices. */
  private static Pattern pattern(String text) {
    List<String> choices = new ArrayList<>();
    for (String choice : text.toLowerCase(Locale.ROOT).split("\\|")) {
      choices.add(Pattern.quote(choice).replace("*", "\\E.*\\Q"));
    }
    return Pattern.compile(String.join("|", choices));
  }

  private static List<String> namespace(LogicalPlan plan) {
    return plan instanceof UnresolvedNamespace named
        ? CollectionConverters.asJava(named.multipartIdentifier())
        : List.of();
  }

  private static void known(List<String> namespace) {
    for (String part : namespace) {
      if (!SCHEMAS.contains(part.toLowerCase(Locale.ROOT))) {
        throw new InvalidSettingsException(
            List.of("there is no schema " + part + "; all is in " + QualifiedNames.SCHEMA));
      }
    }
  }

  private static StatementResult setting(SetCommand set) {
    if (set.kv().isEmpty()) {
      return StatementResult.of(SETTING, List.of());
    }
    boolean assigns = set.kv().get()._2().isDefined();
    String key = set.kv().get()._1();
    return rows(SETTING, RowFactory.create(key, assigns ? "<unchanged>" : "<undefined>"));
  }

  private static StatementResult rows(StructType schema, Row row) {
    return StatementResult.of(schema, List.of(row));
  }

  private static StructType texts(String... names) {
    StructType schema = new StructType();
    for (String name : names) {
      schema = schema.add(name, DataTypes.StringType);
    }
    return schema;
  }
}
