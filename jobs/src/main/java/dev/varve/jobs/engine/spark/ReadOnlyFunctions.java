package dev.varve.jobs.engine.spark;

import dev.varve.jobs.engine.AllowedSql;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.analysis.ExpressionWithUnresolvedIdentifier;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry;
import org.apache.spark.sql.catalyst.analysis.TableFunctionRegistry;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.analysis.UnresolvedGenerator;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableValuedFunction;
import org.apache.spark.sql.catalyst.expressions.CallMethodViaReflection;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.UserDefinedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.jdk.javaapi.CollectionConverters;

/** Which functions a query may call: those that are built into the engine and only compute. */
record ReadOnlyFunctions(AllowedSql allowed) {
  private static final String CATALYST = "org.apache.spark.sql.catalyst.";
  private static final Set<String> BUILT_IN = Set.of("", "builtin", "system.builtin");
  private static final Set<String> REFLECTING = Set.of("reflect", "java_method", "try_reflect");

  /** They open files that their arguments name: descriptors, or schemas by an option. */
  private static final Set<String> OPENING =
      Set.of("from_protobuf", "to_protobuf", "from_avro", "to_avro", "schema_of_avro");

  /** Arguments without options; the options may name a schema in a file. */
  private static final Map<String, Integer> WITHOUT_OPTIONS =
      Map.of("from_xml", 2, "schema_of_xml", 1);

  /** Adds what is wrong with an expression, its parts left out. */
  void addFault(Expression expression, List<String> faults) {
    if (expression instanceof UnresolvedFunction call) {
      List<String> name = CollectionConverters.asJava(call.nameParts());
      addFault(name, call.arguments().size(), faults);
    } else if (expression instanceof UnresolvedGenerator call) {
      addFault(List.of(call.name().unquotedString().split("\\.")), 0, faults);
    } else if (expression instanceof ExpressionWithUnresolvedIdentifier) {
      faults.add("sql takes literal names: write the name in place of IDENTIFIER(...)");
    } else if (expression instanceof CallMethodViaReflection && !allowed.reflection()) {
      faults.add(reflecting(expression.prettyName()));
    } else if (expression instanceof UserDefinedExpression || !isOfTheEngine(expression)) {
      faults.add("sql calls functions of the engine, not " + expression.prettyName());
    }
  }

  /** Adds what is wrong with a plan that is the call of a function. */
  void addFault(LogicalPlan plan, List<String> faults) {
    if (plan instanceof UnresolvedTableValuedFunction call) {
      addFault(CollectionConverters.asJava(call.name()), 0, faults);
    }
  }

  private boolean isOfTheEngine(Expression expression) {
    String name = expression.getClass().getName();
    return name.startsWith(CATALYST)
        || (allowed.files() && name.startsWith("org.apache.spark.sql."));
  }

  private void addFault(List<String> parts, int arguments, List<String> faults) {
    String name = parts.get(parts.size() - 1).toLowerCase(Locale.ROOT);
    String space =
        parts.subList(0, parts.size() - 1).stream()
            .map(part -> part.toLowerCase(Locale.ROOT))
            .collect(Collectors.joining("."));
    FunctionIdentifier known = new FunctionIdentifier(name);
    boolean builtIn =
        FunctionRegistry.builtin().functionExists(known)
            || TableFunctionRegistry.builtin().functionExists(known);
    if (!builtIn || !BUILT_IN.contains(space)) {
      faults.add("there is no function " + String.join(".", parts) + " in the engine");
    } else if (REFLECTING.contains(name) && !allowed.reflection()) {
      faults.add(reflecting(name));
    } else if (!allowed.files() && opens(name, arguments)) {
      faults.add(
          "sql does not call "
              + name
              + " with what may name a file, unless --set sql.files=true allows it");
    }
  }

  private static boolean opens(String name, int arguments) {
    Integer most = WITHOUT_OPTIONS.get(name);
    // A document handed to XPath may name another, of a file or of a server, and it is fetched.
    return OPENING.contains(name) || name.startsWith("xpath") || (most != null && arguments > most);
  }

  private static String reflecting(String name) {
    return "sql does not call "
        + name
        + ", which runs methods of Java, unless --set sql.reflection=true allows it";
  }
}
