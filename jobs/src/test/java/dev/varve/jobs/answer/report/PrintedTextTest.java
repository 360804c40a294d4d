package dev.varve.jobs.answer.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintedTextTest {
  @Test
  void plainNamesStayAsTheyAre() {
    assertThat(PrintedText.visible("usr/share/\u00e9t\u00e9/\u6587\u4ef6 1.txt\\x00"))
        .isEqualTo("usr/share/\u00e9t\u00e9/\u6587\u4ef6 1.txt\\x00");
  }

  @Test
  void whatTurnsTheDirectionOrSteersTheTerminalIsPrintedAsItsNumber() {
    // U+202E makes "exe.gpj" look like "jpg.exe"; U+009B begins a terminal's command.
    assertThat(PrintedText.visible("photo\u202egpj.exe")).isEqualTo("photo\\u{202e}gpj.exe");
    assertThat(PrintedText.visible("a\u009b2Jb\u2066c\u200fd\ne\u001b[31m"))
        .isEqualTo("a\\u{9b}2Jb\\u{2066}c\\u{200f}d\\u{a}e\\u{1b}[31m");
    assertThat(PrintedText.visible("\ud83d\ude00 \udb40\udc41"))
        .isEqualTo("\ud83d\ude00 \\u{e0041}");
  }
}
