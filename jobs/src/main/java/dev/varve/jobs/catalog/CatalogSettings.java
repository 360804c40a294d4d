package dev.varve.jobs.catalog;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Settings {@code catalog.*}: in which catalog the tables are registered.
 *
 * @param name of the catalog
 * @param namespace of the tables, one text a level
 * @param properties all other keys, which are Iceberg's own
 */
public record CatalogSettings(String name, List<String> namespace, Map<String, String> properties) {
  private static final String NAME = "name";
  private static final String NAMESPACE = "namespace";
  private static final String TYPE = "type";
  private static final String CLASS = "catalog-impl";

  /** The type that says that nobody reads the tables in a catalog. */
  private static final String NONE = "none";

  private static final String HADOOP = "org.apache.iceberg.hadoop.HadoopCatalog";
  private static final String WAREHOUSE = "warehouse";

  /** Words on how classes that are missing get onto the class path. */
  static final String CLASS_PATH =
      "its jars are added by VARVE_CLASSPATH, or by --jars of spark-submit";

  /** Classes of Iceberg's types of catalogs. */
  private static final Map<String, String> TYPES =
      Map.of(
          "hadoop", HADOOP,
          "jdbc", "org.apache.iceberg.jdbc.JdbcCatalog",
          "rest", "org.apache.iceberg.rest.RESTCatalog",
          "hive", "org.apache.iceberg.hive.HiveCatalog",
          "glue", "org.apache.iceberg.aws.glue.GlueCatalog",
          "nessie", "org.apache.iceberg.nessie.NessieCatalog",
          "bigquery", "org.apache.iceberg.gcp.bigquery.BigQueryMetastoreCatalog");

  /** The property that says where the catalog of a type is. */
  private static final Map<String, String> PLACES =
      Map.of("hadoop", WAREHOUSE, "jdbc", "uri", "rest", "uri");

  /**
   * Properties where the user sets none. Iceberg would wait for a server without end, and report to
   * it each plan of a scan.
   */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "rest.client.connection-timeout-ms", "10000",
          "rest.client.socket-timeout-ms", "30000",
          "rest.client.max-retries", "2",
          "rest-metrics-reporting-enabled", "false");

  /** Copies the collections. */
  public CatalogSettings {
    namespace = List.copyOf(namespace);
    properties = Map.copyOf(properties);
  }

  /** Reads the settings; what cannot be a catalog is added to the faults. */
  public static CatalogSettings read(SettingReader reader) {
    Map<String, String> properties = new TreeMap<>(reader.catalog());
    String name = properties.remove(NAME);
    String levels = properties.remove(NAMESPACE);
    List<String> namespace = new ArrayList<>(Arrays.asList(levels.split("\\.", -1)));
    if (namespace.contains("")) {
      reader.fault("catalog.namespace: '%s' has an empty level".formatted(levels));
      namespace.removeIf(String::isEmpty);
    }
    CatalogSettings settings = new CatalogSettings(name, namespace, properties);
    settings.faults().forEach(reader::fault);
    return settings;
  }

  private List<String> faults() {
    if (properties.isEmpty() || isNone()) {
      return List.of();
    }
    if (!isSet()) {
      return List.of(
          "catalog.%s is set, but no catalog.type: hadoop, jdbc, rest, hive, glue or none"
              .formatted(new TreeSet<>(properties.keySet()).first()));
    }
    String type = properties.getOrDefault(TYPE, "");
    if (!type.isEmpty() && properties.containsKey(CLASS)) {
      return List.of("catalog.type and catalog.catalog-impl are set: Iceberg takes one of them");
    }
    if (!type.isEmpty() && !TYPES.containsKey(type)) {
      return List.of(
          "catalog.type: there is no type %s of catalogs; one of %s"
              .formatted(type, String.join(", ", new TreeSet<>(TYPES.keySet()))));
    }
    String place = PLACES.getOrDefault(type, "");
    if (!place.isEmpty() && properties.getOrDefault(place, "").isEmpty()) {
      return List.of("catalog.%s: a catalog of type %s needs it".formatted(place, type));
    }
    return isThere(implementation())
        ? List.of()
        : List.of(
            "catalog: class %s is not on the class path; %s"
                .formatted(implementation(), CLASS_PATH));
  }

  /** Name of the catalog's class; empty without a catalog. */
  private String implementation() {
    String type = properties.getOrDefault(TYPE, "");
    return isSet() ? TYPES.getOrDefault(type, properties.getOrDefault(CLASS, "")) : "";
  }

  private static boolean isThere(String name) {
    try {
      Class.forName(name, false, loader());
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  private static ClassLoader loader() {
    ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
    return ofThread == null ? CatalogSettings.class.getClassLoader() : ofThread;
  }

  /** Whether there is a catalog. */
  public boolean isSet() {
    return !isNone() && (properties.containsKey(TYPE) || properties.containsKey(CLASS));
  }

  /** Whether the user states that nobody reads the tables in a catalog. */
  boolean isNone() {
    return NONE.equals(properties.get(TYPE));
  }

  /**
   * Refuses a catalog that would lose commits where it is.
   *
   * @throws InvalidSettingsException when it needs atomic renames, and its store has none
   */
  public void requireAtomic(Store store) {
    String place = properties.getOrDefault(WAREHOUSE, "");
    if (implementation().equals(HADOOP) && !renamesAtomically(store, place)) {
      throw new InvalidSettingsException(
          List.of(
              ("catalog.warehouse: %s has no atomic renames, so that commits to a catalog of type"
                      + " hadoop could be lost there; choose type rest, jdbc, hive or glue")
                  .formatted(place)));
    }
  }

  private static boolean renamesAtomically(Store store, String place) {
    try {
      return store.renamesAtomically(store.qualified(place));
    } catch (IOException e) {
      return true; // a place that is away is a fault of the catalog, not wrong use
    }
  }

  /** The names of tables in the catalog, for lineage. */
  public Optional<CatalogNames> names() {
    String implementation = properties.getOrDefault(CLASS, "");
    String type =
        TYPES.entrySet().stream()
            .filter(known -> known.getValue().equals(implementation))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElse(properties.getOrDefault(TYPE, ""));
    String place = properties.getOrDefault(PLACES.getOrDefault(type, "uri"), "");
    boolean isFolder = type.equals("hadoop") && !place.isEmpty() && !Locations.hasScheme(place);
    return CatalogNames.of(type, isFolder ? Locations.of(Path.of(place)) : place, namespace);
  }

  /** The properties for Iceberg. */
  Map<String, String> withDefaults() {
    Map<String, String> all = new TreeMap<>(DEFAULTS);
    all.putAll(properties);
    return all;
  }

  /** The catalog's name and the levels of the namespace. */
  public List<String> levels() {
    return Stream.concat(Stream.of(name), namespace.stream()).toList();
  }

  /** The namespace as it is written in SQL behind the catalog's name. */
  public String place() {
    return name + "." + String.join(".", namespace);
  }

  /** The catalog in words, with its type and where it is, without secrets. */
  String described() {
    String type = properties.getOrDefault(TYPE, properties.getOrDefault(CLASS, ""));
    String address =
        properties.getOrDefault(
            PLACES.getOrDefault(type, "uri"), properties.getOrDefault(WAREHOUSE, ""));
    return withoutSecrets(
        "%s (%s%s)".formatted(place(), type, address.isEmpty() ? "" : ", " + address));
  }

  /** A text in which secrets are replaced, whole or the part of a value that is secret. */
  String withoutSecrets(String text) {
    Set<String> secrets =
        new TreeSet<>(
            Comparator.comparingInt(String::length)
                .reversed()
                .thenComparing(Comparator.naturalOrder()));
    properties.forEach((key, value) -> secrets.addAll(Settings.secrets("catalog." + key, value)));
    String safe = text;
    for (String secret : secrets) {
      safe = safe.replace(secret, Settings.HIDDEN);
      safe = safe.replace(URLEncoder.encode(secret, StandardCharsets.UTF_8), Settings.HIDDEN);
    }
    return safe;
  }
}
