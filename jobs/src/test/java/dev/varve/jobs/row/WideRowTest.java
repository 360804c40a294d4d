package dev.varve.jobs.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.backup.Volume;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WideRowTest {
  record Depth(int depth) {}

  @Test
  void aWideRowFindsTheTableOfItsRecord() {
    WideRow wide =
        new WideRow(
            RowBinder.of("deep", Depth.class),
            RowBinder.of("time", StructType.fromDDL("taken_at TIMESTAMP"), Taken.class));
    assertThat(wide.schema())
        .isEqualTo(StructType.fromDDL("deep STRUCT<depth: INT>, time STRUCT<taken_at: BIGINT>"));
    assertThat(wide.row(new Taken(7L))).isEqualTo(RowFactory.create(null, RowFactory.create(7L)));
    assertThat(wide.row(new Depth(8))).isEqualTo(RowFactory.create(RowFactory.create(8), null));
    assertThatThrownBy(() -> wide.row(new Volume(1, 2))).hasMessageContaining("Volume");
  }

  record Taken(@Nullable Long takenAtMicros) {}

  @Test
  void aWideRowHasOneTableForARecord() {
    RowBinder<Depth> deep = RowBinder.of("deep", Depth.class);
    assertThatThrownBy(() -> new WideRow(deep, deep)).hasMessageContaining("Depth");
  }
}
