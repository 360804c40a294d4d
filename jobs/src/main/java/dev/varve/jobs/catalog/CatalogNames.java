package dev.varve.jobs.catalog;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of tables in an Iceberg catalog, by the rules of OpenLineage's integration of Spark, so
 * that events of engines about these tables join those of Varve.
 *
 * @param prefix of the name of each table
 */
public record CatalogNames(String namespace, String prefix) {
  private static final Pattern DATABASE =
      Pattern.compile("jdbc:(\\w+)://(?:[^/@]*@)?([^/:]+)(:\\d+)?(?:/([^/]+))?");

  /** Ports that a name states where the address of the catalog does not. */
  private static final Map<String, String> PORTS = Map.of("postgres", ":5432", "mysql", ":3306");

  /**
   * The names in a catalog.
   *
   * @param type as Iceberg names it
   * @param place the catalog's address, or its folder for type hadoop
   * @param levels of the namespace of the tables
   * @return empty for a type whose names cannot be told from its settings
   */
  public static Optional<CatalogNames> of(String type, String place, List<String> levels) {
    String prefix = String.join(".", levels) + ".";
    if (place.isEmpty()) {
      return Optional.empty();
    }
    return switch (type) {
      case "hadoop" -> Optional.of(new CatalogNames(withoutEnd(withoutUser(place)), prefix));
      case "rest", "nessie" -> Optional.of(new CatalogNames(withoutSecrets(place), prefix));
      case "hive" ->
          Optional.of(
              new CatalogNames(
                  place.replaceFirst(",.*", "").replaceFirst("^thrift:", "hive:"), prefix));
      case "jdbc" -> database(place.replaceFirst("[?;].*", ""), prefix);
      default -> Optional.empty();
    };
  }

  /** The names in a database; empty where its address may have a password in a form of its own. */
  private static Optional<CatalogNames> database(String address, String prefix) {
    Matcher parts = DATABASE.matcher(address);
    if (!parts.matches()) {
      return address.contains("@")
          ? Optional.empty()
          : Optional.of(new CatalogNames(address.replaceFirst("^jdbc:", ""), prefix));
    }
    String kind = parts.group(1).replace("postgresql", "postgres");
    String port = parts.group(3) == null ? PORTS.getOrDefault(kind, "") : parts.group(3);
    boolean isInDatabase = parts.group(4) != null && !kind.equals("mysql");
    return Optional.of(
        new CatalogNames(
            kind + "://" + parts.group(2) + port,
            (isInDatabase ? parts.group(4) + "." : "") + prefix));
  }

  /** An address without its user, query and fragment. */
  private static String withoutSecrets(String address) {
    return withoutUser(address.replaceFirst("[?#].*", ""));
  }

  private static String withoutUser(String address) {
    return address.replaceFirst("//[^/@]*@", "//");
  }

  private static String withoutEnd(String folder) {
    return folder.replaceFirst("(?<=[^/])/+$", "");
  }
}
