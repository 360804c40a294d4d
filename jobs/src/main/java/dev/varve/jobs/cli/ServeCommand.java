package dev.varve.jobs.cli;

import dev.varve.jobs.answer.selection.Prices;
import dev.varve.jobs.cli.option.CommonOptions;
import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.engine.AllowedSql;
import dev.varve.jobs.engine.spark.SparkRuntime;
import dev.varve.jobs.serve.HiveServer;
import dev.varve.jobs.serve.ServeSettings;
import dev.varve.jobs.serve.catalog.Catalog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.util.SignalUtils;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code serve}. */
@Command(
    name = "serve",
    description = {
      "Gives JDBC to BI tools: tables, views and reports of a warehouse, to read.",
      "Any driver or library for HiveServer2 connects, hive-jdbc, beeline, PyHive or Superset's hive://,",
      "with any name and password. Statements are in Spark's SQL and may only read, as those of sql.",
      "Every report is a view of its name with underscores (of a name that a table has,",
      "with _report behind it), without options; its question and how it counts are its",
      "comment. Each statement sees what was last published when it begins.",
      "",
      "There is no authentication: whoever reaches the port reads the warehouse. It listens on the",
      "loopback address unless --host names another. Ctrl-C ends it. The section serve of the settings",
      "limits the number of sessions and their time."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Clients:",
      "  beeline -u jdbc:hive2://127.0.0.1:10000/default -e 'SELECT * FROM dedup_summary'",
      "  hive://127.0.0.1:10000/default                (Superset and SQLAlchemy, with PyHive)",
      "",
      "Example:",
      "  varve serve --warehouse /data/w --port 10000"
    })
final class ServeCommand implements Callable<Integer> {
  private static final long LOOK_MILLIS = 1000;

  @Option(names = "--warehouse", required = true, paramLabel = "W", description = "The warehouse.")
  private String warehouse = "";

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "10000 unless given; 0 takes any that is free and prints it.")
  private @Nullable Integer port;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "The address to listen on; 127.0.0.1 unless given.")
  private @Nullable String host;

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() throws Exception {
    List<String> options = new ArrayList<>();
    if (port != null) {
      options.add("serve.port=" + port);
    }
    if (host != null) {
      options.add("serve.host=" + host);
    }
    SettingReader reader = common.settings("serving", options);
    ServeSettings serve = reader.bind("serve", ServeSettings.class);
    AllowedSql allowed = reader.bind("sql", AllowedSql.class);
    Prices prices = reader.bind("prices", Prices.class);
    Settings settings = reader.finish();
    try (HiveServer server = HiveServer.on(serve);
        SparkRuntime engine = SparkRuntime.open("serve", settings)) {
      Catalog catalog = new Catalog(engine, warehouse, allowed, prices);
      catalog.warning().ifPresent(ExitCodes::say);
      try (AutoCloseable answering = server.answer(catalog)) {
        tell(server);
        return untilEnd(engine);
      }
    }
  }

  private void tell(HiveServer server) {
    System.out.println(server.url());
    if (!server.isLocal()) {
      ExitCodes.say(
          "no authentication: whoever reaches port " + server.port() + " reads the warehouse");
    }
    if (!common.isQuiet()) {
      System.err.println("varve: serving " + warehouse + "; Ctrl-C ends it");
    }
  }

  private static int untilEnd(SparkRuntime engine) throws InterruptedException {
    CountDownLatch asked = new CountDownLatch(1);
    for (String signal : List.of("INT", "TERM")) {
      SignalUtils.register(
          signal,
          () -> {
            asked.countDown();
            return true;
          });
    }
    while (!asked.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      if (engine.isStopped()) {
        ExitCodes.say(
            "the engine has ended by itself, most often as memory was short, so that no statement can"
                + " be answered: start serve again, with more memory by VARVE_JAVA_OPTIONS=-Xmx8g");
        return ExitCodes.FAULT;
      }
    }
    return ExitCodes.DONE;
  }
}
