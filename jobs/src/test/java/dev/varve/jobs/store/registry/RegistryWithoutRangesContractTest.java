package dev.varve.jobs.store.registry;

import java.io.IOException;
import java.nio.file.Path;

/** A registry that ignores requests of ranges, as RFC 9110 permits. */
class RegistryWithoutRangesContractTest extends RegistryStoreContractTest {
  @Override
  RegistryServer start(Path tree) throws IOException {
    return super.start(tree).withoutRanges();
  }
}
