package dev.varve.jobs.cli;

import dev.varve.jobs.answer.query.QuerySettings;
import dev.varve.jobs.answer.query.Statements;
import dev.varve.jobs.cli.option.CommonOptions;
import dev.varve.jobs.cli.option.ErrorMessages;
import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.serve.NewestWarehouse;
import dev.varve.jobs.serve.ServeSettings;
import dev.varve.jobs.serve.SqlServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Verb {@code serve}: serves a warehouse to SQL clients by Arrow Flight SQL. */
@Command(
    name = "serve",
    description = {
      "Serves the tables, views and reports of a warehouse to BI tools and programs, to read, by",
      "Arrow Flight SQL: Arrow's JDBC and ADBC drivers connect. Statements are in DuckDB's SQL and",
      "may only read, as those of sql. Every report is a view of its name with underscores (of a name",
      "that a table has, with _report behind it), without options. Each statement sees what was",
      "last published when it begins.",
      "",
      "It prints the URL for JDBC, with a token that each client shows; serve.token sets one. It",
      "listens on the loopback address unless --host names another; serve.certificate-file and",
      "serve.key-file encrypt. Ctrl-C ends it."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  varve serve --warehouse /data/w --port 10000"})
final class ServeCommand implements Callable<Integer> {
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
    SettingReader reader = common.settings(null, options);
    ServeSettings serve = reader.bind("serve", ServeSettings.class);
    QuerySettings query = QuerySettings.read(reader);
    Settings settings = reader.finish();
    try (NewestWarehouse newest =
        new NewestWarehouse(
            serve.statementSeconds(), () -> Statements.open("serve", settings, query, warehouse))) {
      newest.open();
      SqlServer server = SqlServer.start(serve, newest);
      printAddress(server);
      awaitShutdown(server);
      return ExitCodes.DONE;
    }
  }

  private void printAddress(SqlServer server) {
    System.out.println(server.url());
    if (server.isExposed()) {
      ErrorMessages.print(
          "whoever listens on the way to port %d reads what is sent: set serve.certificate-file, and a token"
              .formatted(server.port()));
    }
    if (!common.isQuiet()) {
      System.err.println("varve: serving " + warehouse + "; Ctrl-C ends it");
    }
  }

  /** Waits until the process is asked to end, then closes the server. */
  private static void awaitShutdown(SqlServer server) throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    server.close();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  ended.countDown();
                }));
    ended.await();
  }
}
