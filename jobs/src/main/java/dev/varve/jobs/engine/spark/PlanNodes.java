package dev.varve.jobs.engine.spark;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.View;
import org.apache.spark.sql.catalyst.trees.TreeNode;
import org.apache.spark.sql.types.DataType;
import scala.Option;
import scala.Product;
import scala.collection.Iterable;
import scala.collection.Iterator;

/**
 * Everything that a plan consists of: plans and expressions, wherever a node keeps them. The lists
 * of children do not contain them all. A subquery is a field of an expression, a common table
 * expression stands in a tuple, an explained statement is a field of a command.
 */
final class PlanNodes {
  private static final String CATALYST = "org.apache.spark.sql.catalyst.";

  private final Deque<Object> left = new ArrayDeque<>();
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<TreeNode<?>> nodes = new ArrayList<>();

  private PlanNodes() {}

  /**
   * The nodes of a plan, itself included. A plan below a temporary view is not among them: only the
   * program makes such views.
   */
  static List<TreeNode<?>> of(LogicalPlan plan) {
    PlanNodes walk = new PlanNodes();
    walk.left.add(plan);
    while (!walk.left.isEmpty()) {
      walk.visit(walk.left.remove());
    }
    return walk.nodes;
  }

  private void visit(Object part) {
    if (!seen.add(part)) {
      return;
    }
    if (part instanceof TreeNode<?> node) {
      nodes.add(node);
    }
    if (part instanceof View view && view.isTempView()) {
      return;
    }
    if (part instanceof Option<?> option) {
      addAll(option.iterator());
    } else if (part instanceof Iterable<?> several) {
      addAll(several.iterator());
    } else if (part instanceof Product fields && holdsNodes(part)) {
      addAll(fields.productIterator());
    }
  }

  private static boolean holdsNodes(Object part) {
    String name = part.getClass().getName();
    return part instanceof TreeNode<?> || name.startsWith("scala.") || name.startsWith(CATALYST);
  }

  private void addAll(Iterator<?> parts) {
    while (parts.hasNext()) {
      Object part = parts.next();
      if (part != null && !(part instanceof DataType)) {
        left.add(part);
      }
    }
  }
}
