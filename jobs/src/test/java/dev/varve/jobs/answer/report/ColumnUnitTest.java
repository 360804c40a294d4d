package dev.varve.jobs.answer.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnUnitTest {
  @ParameterizedTest
  @CsvSource({
    "bytes, BYTES",
    "wasted_bytes_by_path, BYTES",
    "bytes_per_machine, BYTES",
    "read_bytes_per_second, BYTES_PER_SECOND",
    "bytes_ratio, RATIO",
    "archive_compression_fold, FOLD",
    "mean_hours_to_repair, HOURS",
    "freed_month_cost, MONEY",
    "availability_low, AVAILABILITY",
    "mebibytes_per_second, NUMBER",
    "kilobytes, NUMBER",
    "bytestream, NUMBER",
    "image_digest, NUMBER",
  })
  void theLastUnitInANameTellsWhatANumberIs(String name, ColumnUnit figure) {
    assertThat(ColumnUnit.of(name, ColumnUnit.NUMBER)).isEqualTo(figure);
  }

  @Test
  void aTextIsNoQuantityWhateverItsName() {
    assertThat(ColumnUnit.of("bytes", ColumnUnit.TEXT)).isEqualTo(ColumnUnit.TEXT);
    assertThat(ColumnUnit.of("image_digest", ColumnUnit.TEXT)).isEqualTo(ColumnUnit.DIGEST);
    assertThat(ColumnUnit.of("layers", ColumnUnit.COUNT)).isEqualTo(ColumnUnit.COUNT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "BYTES|0|0 B",
        "BYTES|1023|1023 B",
        "BYTES|1536|1.5 KiB",
        "BYTES|-1048576|-1.0 MiB",
        "BYTES_PER_SECOND|1536|1.5 KiB/s",
        "COUNT|1234567|1,234,567",
        "NANOSECONDS|0|0 ns",
        "NANOSECONDS|999|999 ns",
        "NANOSECONDS|132805|132.81 us",
        "NANOSECONDS|999994|999.99 us",
        "NANOSECONDS|999995|1.0000 ms",
        "NANOSECONDS|-999999999|-1.0000 s",
        "NANOSECONDS|1234567|1.2346 ms",
        "NANOSECONDS|-8013987510|-8.0140 s",
        "NANOSECONDS|7200000000000|7,200.00 s",
      })
  void wholeNumbersReadAsTheirFigures(ColumnUnit figure, long value, String text) {
    assertThat(figure.readable(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "BYTES|25.9|26 B",
        "RATIO|0.12345|12.35 %",
        "RATIO|1|100.00 %",
        "AVAILABILITY|0.99999999|99.9999990 %",
        "AVAILABILITY|0.69|69.00 %",
        "AVAILABILITY|0.99999882|99.99988 %",
        "AVAILABILITY|1|100.00 %",
        "AVAILABILITY|-0.5|-50.00 %",
        "PROBABILITY|0.00001|1.00e-05",
        "PROBABILITY|0.05|0.050000",
        "PROBABILITY|0.5|0.50",
        "NUMBER|0|0.00",
        "NUMBER|-0.05|-0.050000",
        "SECONDS|1234.5|1,234.50",
        "NANOSECONDS|35.75|35.750 ns",
        "NANOSECONDS|0.0035|0.003500 ns",
        "NANOSECONDS|-0.0|0 ns",
        "NANOSECONDS|8010800.41|8.0108 ms",
        "NANOSECONDS|8013987.51|8.0140 ms",
        "FOLD|1.5|1.50",
        "MONEY|0|0.00",
        "MONEY|0.00211987|0.0021",
        "MONEY|0.1|0.10",
        "MONEY|0.996|1.00",
        "MONEY|1.2345|1.23",
        "MONEY|-12.345|-12.35",
        "MONEY|99.996|100.0",
        "MONEY|123.456|123.5",
        "MONEY|1234.56|1,235",
        "MONEY|1234567|1,235,000",
      })
  void fractionsReadAsTheirFigures(ColumnUnit figure, double value, String text) {
    assertThat(figure.readable(value)).isEqualTo(text);
  }

  /** 0.0123 of [0.010, 0.014]: the thousandths are not sure, one more digit is enough. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PROBABILITY|0.012345|0.004|0.0123",
        "PROBABILITY|0.5|0.3|0.50",
        "AVAILABILITY|0.99999882|0.00061|100.000 %",
        "AVAILABILITY|0.694444|0.02|69.4 %",
        "AVAILABILITY|0.69444444|0|69.44 %",
        "AVAILABILITY|0.5|0.9|50 %",
        "BYTES|2048|5|2.0 KiB",
      })
  void samplesReadWithTheDigitsThatTheyCarry(
      ColumnUnit figure, double value, double spread, String text) {
    assertThat(figure.readable(value, spread)).isEqualTo(text);
  }

  @Test
  void digestsAreShortenedToWhatBeginsThem() {
    String hex = "0123456789abcdef0123456789abcdef";
    assertThat(ColumnUnit.shortDigest("sha256:" + hex)).isEqualTo("sha256:0123456789ab");
    assertThat(ColumnUnit.shortDigest(hex)).isEqualTo("0123456789ab");
    assertThat(ColumnUnit.shortDigest("ALL")).isEqualTo("ALL");
  }

  @Test
  void bytesAreWholeNumbersForThoseWhoWantThem() {
    TableStyle exact = new TableStyle(80, List.of(), Set.of(TableStyle.Trait.BYTES));
    assertThat(ColumnUnit.BYTES.in(exact).readable(1536L)).isEqualTo("1,536");
    assertThat(ColumnUnit.BYTES.in(TableStyle.PLAIN).readable(1536L)).isEqualTo("1.5 KiB");
    assertThat(ColumnUnit.RATIO.in(exact)).isEqualTo(ColumnUnit.RATIO);
  }

  @Test
  void whatIsNoNumberIsText() {
    assertThat(ColumnUnit.BYTES.readable(null)).isEqualTo("-");
    assertThat(ColumnUnit.TEXT.readable(null)).isEqualTo("-");
    assertThat(ColumnUnit.TEXT.readable(true)).isEqualTo("true");
    assertThat(ColumnUnit.TEXT.readable(new byte[] {0, (byte) 0xff})).isEqualTo("00ff");
    assertThat(ColumnUnit.TEXT.readable("a\u001b[31m")).isEqualTo("a\\u{1b}[31m");
    assertThat(ColumnUnit.NUMBER.readable(new BigDecimal("12345.670"))).isEqualTo("12345.670");
  }
}
