package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.TestEngine;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A server whose engine is gone ends, so that whoever watches over it starts another. */
class ServeEndTest {
  @Test
  void aServerWithoutAnEngineEnds() throws Exception {
    Path warehouse = SmallWorld.ingested();
    TestEngine.session();
    CompletableFuture<String> said =
        CompletableFuture.supplyAsync(
            () ->
                varve("serve --warehouse %s --set serve.port=0", warehouse)
                    .endsWith(ExitCodes.FAULT)
                    .err());
    TimeUnit.SECONDS.sleep(5);
    assertThat(said).isNotDone();
    TestEngine.stop();
    assertThat(said.get(30, TimeUnit.SECONDS)).contains("the engine has ended by itself");
  }
}
