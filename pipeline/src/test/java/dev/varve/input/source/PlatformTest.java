package dev.varve.input.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlatformTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** The table of normalizeArch and normalizeOS in containerd/platforms, but for arm alone. */
  @ParameterizedTest
  @CsvSource({
    "linux, amd64, , linux, amd64",
    "Linux, x86_64, , linux, amd64",
    "linux, x86-64, v3, linux, amd64/v3",
    "linux, amd64, v1, linux, amd64",
    "linux, i386, v1, linux, 386",
    "linux, Aarch64, , linux, arm64",
    "linux, arm64, v8, linux, arm64",
    "linux, aarch64, 8, linux, arm64",
    "linux, arm64, v9, linux, arm64/v9",
    "linux, armhf, , linux, arm/v7",
    "linux, armel, , linux, arm/v6",
    "linux, arm, 7, linux, arm/v7",
    "linux, arm, v6, linux, arm/v6",
    "linux, arm, 5, linux, arm/v5",
    "linux, arm, , linux, arm",
    "macOS, arm64, , darwin, arm64",
    "linux, S390X, , linux, s390x",
    ", , v8, ,"
  })
  void aPlatformIsInTheNormalFormOfContainerd(
      String os, String architecture, String variant, String system, String machine) {
    Platform platform = Platform.of(os, architecture, variant, null, null);
    assertThat(platform.os()).isEqualTo(system);
    assertThat(platform.machine()).isEqualTo(machine == null && variant != null ? null : machine);
  }

  @Test
  void featuresAreSortedAndEachIsOnce() throws IOException {
    Platform platform =
        Platform.of(MAPPER.readTree("{\"os.features\":[\"win32k\",\"\",\"erofs\",\"win32k\"]}"));
    assertThat(platform.osFeatures()).isEqualTo("erofs+win32k");
  }

  /** A config of Windows lacks no version; one of arm may lack its variant. */
  @Test
  void anIndexAddsWhatAConfigLacks() throws IOException {
    Shelf shelf = new Shelf();
    String layer = shelf.descriptor(Shelf.LAYER, shelf.add("layer"));
    String image = shelf.manifest(shelf.add("{\"os\":\"linux\",\"architecture\":\"arm\"}"), layer);
    String other =
        shelf.manifest(
            shelf.add(
                "{\"os\":\"linux\",\"architecture\":\"arm\",\"variant\":\"v7\",\"os.version\":\"1\"}"),
            layer);
    String six = "{\"os\":\"linux\",\"architecture\":\"armel\"}";
    String wrong =
        "{\"os\":\"linux\",\"architecture\":\"arm64\",\"variant\":\"v9\",\"os.version\":\"2\"}";
    String index =
        shelf.add(
            Shelf.index(
                shelf.descriptor(Shelf.MANIFEST, image, ",\"platform\":" + six),
                shelf.descriptor(Shelf.MANIFEST, other, ",\"platform\":" + wrong)));
    MemoryStore store = new MemoryStore();
    shelf.layout(
        store,
        "a",
        Shelf.index(shelf.descriptor(Shelf.MANIFEST, image), shelf.descriptor(Shelf.INDEX, index)));
    List<Finding> findings = Shelf.findings(store, "/a");
    assertThat(Shelf.of(findings, Finding.Image.class))
        .extracting(Finding.Image::imageDigest, Finding.Image::architecture)
        .containsExactly(tuple(image, "arm"), tuple(image, "arm/v6"), tuple(other, "arm/v7"));
    assertThat(Shelf.of(findings, Finding.Image.class).get(2).osVersion()).isEqualTo("1");
  }
}
