package dev.varve.jobs.engine.spark;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.AllowedSql;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Command;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.View;
import org.apache.spark.sql.catalyst.trees.TreeNode;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.CommandExecutionMode;
import org.apache.spark.sql.execution.command.DescribeQueryCommand;
import org.apache.spark.sql.execution.command.ExplainCommand;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Statements that only read the views of their session. What a plan may consist of is listed here;
 * everything else is refused, whatever it does. A statement is judged twice before anything of it
 * runs. First as it was parsed, because the analysis of some statements runs them or reads files.
 * Then as it was analysed, because names then have become what they stand for.
 */
public final class ReadOnlyPlans {
  /** Deeper ones take the parser minutes, and then its stack. */
  private static final int MOST_NESTED = 1000;

  private static final String READS = "sql only reads: SELECT, SHOW, DESCRIBE and EXPLAIN";

  /** Plans that compute rows from rows, or rows from nothing, and names for DESCRIBE and SHOW. */
  private static final Set<String> PLANS =
      Stream.of(
              "Aggregate CTERelationDef CTERelationRef Distinct EmptyRelation Except Expand Filter",
              "Generate GlobalLimit Intersect Join LateralJoin LimitAll LocalLimit LocalRelation",
              "NearestByJoin Offset OneRowRelation PipeOperator Pivot Project Range RebalancePartitions",
              "Repartition RepartitionByExpression ResolvedHint ResolvedInlineTable Sample Sort",
              "SubqueryAlias Subquery Union UnionLoop UnionLoopRef Unpivot UnresolvedHaving",
              "UnresolvedHint UnresolvedInlineTable UnresolvedQualify UnresolvedRelation",
              "UnresolvedSubqueryColumnAliases UnresolvedTVFAliases UnresolvedTableValuedFunction",
              "UnresolvedWith Window WithCTE WithWindowDefinition",
              "CurrentNamespace$ ResolvedIdentifier ResolvedNamespace ResolvedNonPersistentFunc",
              "ResolvedTempView UnresolvedFunctionName UnresolvedIdentifier UnresolvedNamespace",
              "UnresolvedTable UnresolvedTableOrView UnresolvedView")
          .flatMap(line -> Stream.of(line.split(" ")))
          .collect(Collectors.toSet());

  private static final Set<String> FILE_FORMATS =
      Set.of("avro", "binaryfile", "csv", "json", "orc", "parquet", "text", "xml");

  private final AllowedSql allowed;
  private final ReadOnlyFunctions functions;

  /** Refuses everything but reads and what is permitted in addition. */
  public ReadOnlyPlans(AllowedSql allowed) {
    this.allowed = allowed;
    this.functions = new ReadOnlyFunctions(allowed);
  }

  /**
   * Judges a statement as it is written.
   *
   * @return whether it reports what there is
   * @throws InvalidSettingsException that names all that is refused
   */
  boolean requireReadOnly(SparkSession session, String sql) {
    LogicalPlan parsed = parsed(session, sql);
    refuse(parsed);
    return parsed instanceof Command;
  }

  /**
   * The rows of a statement.
   *
   * @param session whose temporary views may be read; only the program makes any
   * @throws InvalidSettingsException that names all that is refused, of which nothing has been
   *     executed; or when it is no statement, or names what is not there
   */
  public Dataset<Row> rows(SparkSession session, String sql) {
    // Set again each time: a path that stands for a table is read while a statement is analysed.
    session.conf().set("spark.sql.runSQLOnFiles", String.valueOf(allowed.files()));
    LogicalPlan parsed = parsed(session, sql);
    return told(
        session,
        () -> {
          LogicalPlan analyzed = checked(session, parsed);
          return org.apache.spark.sql.classic.Dataset.ofRows(session, analyzed);
        });
  }

  /**
   * A statement as it is written, of which nothing was looked up or refused.
   *
   * @throws InvalidSettingsException when it is no statement
   */
  public LogicalPlan parsed(SparkSession session, String sql) {
    if (nesting(sql) > MOST_NESTED) {
      throw new InvalidSettingsException(List.of("the statement is nested too deeply"));
    }
    return told(session, () -> session.sessionState().sqlParser().parsePlan(sql));
  }

  private interface Step<T> {
    T take() throws AnalysisException;
  }

  private static <T> T told(SparkSession session, Step<T> step) {
    return session.withActive(
        () -> {
          try {
            return step.take();
          } catch (AnalysisException e) {
            // The message without the plan, which nobody wrote.
            throw new InvalidSettingsException(List.of(e.getSimpleMessage()));
          } catch (StackOverflowError e) {
            throw new InvalidSettingsException(List.of("the statement is nested too deeply"));
          }
        });
  }

  /** How many parentheses are open at most, those in texts included. */
  private static int nesting(String sql) {
    int open = 0;
    int most = 0;
    for (int at = 0; at < sql.length(); at++) {
      open += sql.charAt(at) == '(' ? 1 : sql.charAt(at) == ')' ? -1 : 0;
      most = Math.max(most, open);
    }
    return most;
  }

  /** The statement as it was analysed, which takes longer than to answer it from few rows. */
  private LogicalPlan checked(SparkSession session, LogicalPlan parsed) {
    refuse(parsed);
    LogicalPlan analyzed =
        session.sessionState().executePlan(parsed, CommandExecutionMode.SKIP()).analyzed();
    refuse(analyzed);
    if (parsed instanceof DescribeQueryCommand told) {
      checked(session, told.plan());
    } else if (parsed instanceof ExplainCommand told) {
      checkExplained(session, told.logicalPlan());
    }
    return analyzed;
  }

  /** A plan that cannot be analysed is explained too: the answer says why. */
  private void checkExplained(SparkSession session, LogicalPlan explained) {
    try {
      checked(session, explained);
    } catch (InvalidSettingsException e) {
      throw e;
    } catch (Exception e) {
      return; // EXPLAIN prints it
    }
  }

  private void refuse(LogicalPlan plan) {
    List<String> faults = new ArrayList<>();
    for (TreeNode<?> node : PlanNodes.of(plan)) {
      if (node instanceof LogicalPlan part) {
        addFault(part, faults);
      } else if (node instanceof Expression part) {
        functions.addFault(part, faults);
      }
    }
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults.stream().distinct().toList());
    }
  }

  private void addFault(LogicalPlan plan, List<String> faults) {
    functions.addFault(plan, faults);
    if (plan instanceof UnresolvedRelation relation) {
      List<String> name = CollectionConverters.asJava(relation.multipartIdentifier());
      if (relation.isStreaming() || !isReadable(name)) {
        faults.add(
            "sql reads the tables and views of the warehouse, not "
                + relation.name()
                + "; --set sql.files=true allows paths, such as csv.`/data/a.csv`");
      }
    } else if (!isListed(plan) && !isFile(plan)) {
      faults.add(READS + "; not " + words(plan.nodeName()));
    }
  }

  private boolean isReadable(List<String> name) {
    boolean path = name.size() == 2 && FILE_FORMATS.contains(name.get(0).toLowerCase(Locale.ROOT));
    return name.size() == 1 || (path && allowed.files());
  }

  private boolean isFile(LogicalPlan plan) {
    return allowed.files()
        && plan instanceof LogicalRelation relation
        && relation.relation() instanceof HadoopFsRelation;
  }

  private static boolean isListed(LogicalPlan plan) {
    String name = plan.getClass().getSimpleName();
    if (!plan.getClass().getName().startsWith("org.apache.spark.sql.")) {
      return false;
    }
    if (plan instanceof View view) {
      return view.isTempView();
    }
    boolean tells =
        name.startsWith("Show") || name.startsWith("Describe") || name.startsWith("Explain");
    return plan instanceof Command ? tells : PLANS.contains(name);
  }

  /** {@code InsertIntoDir} is INSERT INTO DIR. */
  private static String words(String name) {
    return name.replaceFirst("^Unresolved|(Command|Statement)$", "")
        .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
        .toUpperCase(Locale.ROOT);
  }
}
