package dev.varve.simulation.layering;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberlessPathTest {
  @ParameterizedTest
  @CsvSource({
    "dist-packages/foo-1.2.dist-info/RECORD, dist-packages/foo-#.dist-info/RECORD",
    "foo-1.3.0rc1.dist-info/, foo-#.dist-info/",
    "usr/lib/libssl.so.1.1, usr/lib/libssl.so.#",
    "usr/lib/libssl.so.3, usr/lib/libssl.so.#",
    "lib/python3.11/os.py, lib/python3.#/os.py",
    "assets/index-4f9a02bc.js, assets/index-#.js",
    "usr/lib/ruby/3.1.0/set.rb, usr/lib/ruby/#/set.rb",
    "node_modules/h2/a, node_modules/h2/a",
    "man/man1/ls.1.gz, man/man1/ls.#.gz",
    "icons/16x16/a.png, icons/16x16/a.png",
    "a/deadbeef, a/deadbeef",
    "pkg@1.2.3/index.js, pkg@#/index.js"
  })
  void versionsAndHashesAreFolded(String path, String folded) {
    assertThat(NumberlessPath.of(path)).isEqualTo(folded);
  }
}
