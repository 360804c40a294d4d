package dev.varve.input.source;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The platform of an image, as its config or an index states it: fields of the same names in both.
 * A component is null when it is not stated.
 *
 * @param osFeatures sorted, with a {@code +} between two
 * @see <a href="https://github.com/containerd/platforms">The normal form of containerd</a>
 */
record Platform(
    @Nullable String os,
    @Nullable String architecture,
    @Nullable String variant,
    @Nullable String osVersion,
    @Nullable String osFeatures) {
  static final Platform UNKNOWN = new Platform(null, null, null, null, null);

  /** Other names of architectures, some of which say the variant. */
  private static final Map<String, Platform> ALIASES =
      Map.of(
          "i386", architecture("386", ""),
          "x86_64", architecture("amd64", null),
          "x86-64", architecture("amd64", null),
          "aarch64", architecture("arm64", null),
          "armhf", architecture("arm", "v7"),
          "armel", architecture("arm", "v6"));

  /**
   * Normal forms of variants as people write them; empty for a variant that is the default and left
   * out.
   */
  private static final Map<String, String> VARIANTS =
      Map.ofEntries(
          Map.entry("amd64/v1", ""),
          Map.entry("arm64/8", ""),
          Map.entry("arm64/v8", ""),
          Map.entry("arm/5", "v5"),
          Map.entry("arm/6", "v6"),
          Map.entry("arm/7", "v7"),
          Map.entry("arm/8", "v8"));

  private static Platform architecture(String name, @Nullable String variant) {
    return new Platform(null, name, variant, null, null);
  }

  /** The platform of a config, or of the field {@code platform} of a descriptor. */
  static Platform of(JsonNode stated) {
    TreeSet<String> features = new TreeSet<>();
    for (JsonNode feature : stated.path("os.features")) {
      features.add(JsonDocument.cut(feature));
    }
    features.remove("");
    return of(
        text(stated, "os"),
        text(stated, "architecture"),
        text(stated, "variant"),
        text(stated, "os.version"),
        features.isEmpty() ? null : JsonDocument.cut(String.join("+", features)));
  }

  private static @Nullable String text(JsonNode stated, String field) {
    String text = JsonDocument.text(stated, field);
    return text == null || text.isEmpty() ? null : text;
  }

  /**
   * The normal form of a platform. An {@code arm} without a variant stays so, because an index may
   * state the variant.
   */
  static Platform of(
      @Nullable String os,
      @Nullable String architecture,
      @Nullable String variant,
      @Nullable String osVersion,
      @Nullable String osFeatures) {
    String system = os == null ? null : os.toLowerCase(Locale.ROOT);
    Platform alias =
        architecture == null
            ? UNKNOWN
            : ALIASES.getOrDefault(
                architecture.toLowerCase(Locale.ROOT),
                architecture(architecture.toLowerCase(Locale.ROOT), null));
    String normalVariant = variant == null ? "" : variant.toLowerCase(Locale.ROOT);
    normalVariant = alias.variant == null ? normalVariant : alias.variant;
    String normal = VARIANTS.getOrDefault(alias.architecture + "/" + normalVariant, normalVariant);
    return new Platform(
        "macos".equals(system) ? "darwin" : system,
        alias.architecture,
        normal.isEmpty() ? null : normal,
        osVersion,
        osFeatures);
  }

  /**
   * This platform; components that it does not state are taken from {@code index} if that has the
   * same system and architecture.
   */
  Platform orElse(Platform index) {
    String system = os == null ? index.os : os;
    String machine = architecture == null ? index.architecture : architecture;
    boolean isSystem = system != null && system.equals(index.os);
    boolean isMachine = machine != null && machine.equals(index.architecture);
    return new Platform(
        system,
        machine,
        variant == null && isMachine ? index.variant : variant,
        osVersion == null && isSystem ? index.osVersion : osVersion,
        osFeatures == null && isSystem ? index.osFeatures : osFeatures);
  }

  /** The architecture with its variant, as {@code arm/v6}. */
  @Nullable String machine() {
    return architecture == null || variant == null ? architecture : architecture + "/" + variant;
  }
}
