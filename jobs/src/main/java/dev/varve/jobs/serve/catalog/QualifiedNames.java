package dev.varve.jobs.serve.catalog;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tools write {@code `default`.`layer`}, as the catalogue lists them. Sessions know only the plain
 * name. What is left after the schema went is judged like any other statement.
 */
final class QualifiedNames {
  /** The only schema. */
  static final String SCHEMA = "default";

  /** Texts and comments as they stand, or a schema before the dot. */
  private static final Pattern PART =
      Pattern.compile(
          "'(?:[^'\\\\]|\\\\.|'')*+'|\"(?:[^\"\\\\]|\\\\.|\"\")*+\"|--[^\\n]*+|/\\*(?s:.*?)\\*/"
              + "|(?<schema>(?<![\\w`.])(?:(?:spark_catalog|`spark_catalog`)\\s*\\.\\s*)?+"
              + "(?:(?i:default)|`(?i:default)`)\\s*\\.\\s*(?=`?(?<name>\\w++)))"
              + "|`(?:[^`]|``)*+`");

  private QualifiedNames() {}

  /** The statement without the schema before names of relations. */
  static String plain(String sql) {
    StringBuilder plain = new StringBuilder(sql.length());
    Matcher part = PART.matcher(sql);
    while (part.find()) {
      boolean goes = part.group("schema") != null && Relations.isNamed(part.group("name"));
      part.appendReplacement(plain, goes ? "" : Matcher.quoteReplacement(part.group()));
    }
    return part.appendTail(plain).toString();
  }
}
