package dev.varve.content.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ImageFormatTest {
  @Test
  void labelsAreUnique() {
    assertThat(Arrays.stream(ImageFormat.values()).map(ImageFormat::label)).doesNotHaveDuplicates();
    assertThat(Arrays.stream(Coding.values()).map(Coding::label)).doesNotHaveDuplicates();
    assertThat(ImageFormat.ZSTD_CHUNKED.label()).isEqualTo("zstd-chunked");
  }

  @ParameterizedTest
  @EnumSource
  void onlyCodedPayloadsHaveACodingAndOnlyPartialStartsHaveBlocks(ImageFormat format) {
    boolean coded =
        format.payload() == ImageFormat.Payload.CODED && format.unit() != ImageFormat.Unit.CHUNK;
    assertThat(format.coding() != null).isEqualTo(coded);
    boolean partial =
        format.start() == ImageFormat.Start.FILES || format.start() == ImageFormat.Start.SPANS;
    assertThat(format.blockBytes() > 0).isEqualTo(partial);
  }

  @ParameterizedTest
  @EnumSource
  void eachLayerHasAnIndexOfItsOwn(ImageFormat format) {
    LayerIndex one = format.index();
    LayerIndex other = format.index();
    if (one != null && other != null) {
      long empty = Entries.of().in(one);
      LayerIndex filled = Objects.requireNonNull(format.index());
      Entries.of().folder("etc").file("etc/a", 5000, 1).in(filled);
      assertThat(Entries.of().in(other)).isEqualTo(empty);
    }
  }

  /** 40 bytes a content; by chunks of 65,536 one more each. */
  @Test
  void recipesHaveReferences() {
    Entries entries =
        Entries.of()
            .folder("etc")
            .file("a", 0, 1)
            .file("b", 65_535, 2)
            .file("c", 65_536, 3)
            .file("d", 1_000_000, 4);
    long text = entries.in(RecipeIndex.ofFiles()) - 3 * 40;
    assertThat(text).isBetween(60L, 200L);
    assertThat(entries.in(RecipeIndex.ofChunks())).isEqualTo(text + (1 + 2 + 16) * 40);
  }
}
