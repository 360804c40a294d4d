package dev.varve.simulation.layering;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathPackageTest {
  @ParameterizedTest
  @CsvSource({
    "usr/lib/python3/dist-packages/numpy/core/a.so, pypi/numpy",
    "lib/python3.11/site-packages/Foo_Bar-1.2.dist-info/RECORD, pypi/foo-bar",
    "lib/python3.11/site-packages/numpy.libs/libgfortran.so, pypi/numpy",
    "lib/python3.11/site-packages/six.py, pypi/six",
    "srv/app/node_modules/lodash/add.js, npm/lodash",
    "srv/app/node_modules/@babel/core/lib/index.js, npm/@babel/core",
    "node_modules/a/node_modules/@b/c/x.js, npm/a>@b/c",
    "node_modules/a/node_modules/b/node_modules/c/x.js, npm/a>b>c",
    "usr/local/bundle/gems/rack-test-2.1.0/lib/rack.rb, gem/rack-test",
    "opt/app/lib/log4j-core-2.17.1.jar, jar/log4j-core",
    "usr/share/doc/libc6/copyright, deb/libc6",
    "var/lib/dpkg/info/libc6:amd64.list, deb/libc6",
    "var/lib/dpkg/info/bash.md5sums, deb/bash"
  })
  void pathsTellOfPackages(String path, String name) {
    assertThat(PathPackage.of(path)).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "usr/bin/ls",
        "srv/app/node_modules/.package-lock.json",
        "srv/app/node_modules/@babel",
        "usr/share/doc/README",
        "my_node_modules/a/b",
        "lib/python3/dist-packages/"
      })
  void otherPathsDoNot(String path) {
    assertThat(PathPackage.of(path)).isNull();
  }

  @Test
  void compiledModulesBesideOthersBelongToNone() {
    assertThat(PathPackage.of("lib/site-packages/__pycache__/six.cpython-311.pyc")).isNull();
  }
}
