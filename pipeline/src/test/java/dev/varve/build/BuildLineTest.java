package dev.varve.build;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BuildLineTest {
  /** Lines as docker history prints them for official images, and what a reader takes them for. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          "/bin/sh -c #(nop) ADD file:1d256392b0d1a3f6b5ffcbb9b1bd9a4c in / " | ADD file:* in /
          /bin/sh -c #(nop)  CMD bash | CMD bash
          /bin/sh -c apt-get update && apt-get install -y curl=7.88.1-10+deb12u5 | RUN apt-get update && apt-get install -y curl=*
          RUN /bin/sh -c pip install flask==3.0.2 # buildkit | RUN pip install flask==*
          "RUN |1 VERSION=1.2.3 /bin/sh -c make VERSION=1.2.4 # buildkit" | RUN make VERSION=*
          COPY app-v2.10.0-rc1.jar /app # buildkit | COPY app-* /app
          COPY dir:deadbeefdeadbeef in /srv | COPY dir:* in /srv
          RUN build 20240131 && echo 12 | RUN build * && echo 12
          COPY facade decade /x | COPY facade decade /x
          """)
  void whatChangesFromBuildToBuildIsLeftOut(String createdBy, String line) {
    assertThat(BuildLine.normalised(createdBy)).isEqualTo(line);
  }

  @ParameterizedTest
  @CsvSource({
    "RUN /bin/sh -c make install # buildkit,/bin/sh -c make install",
    "RUN /bin/sh -c a\tb   c,RUN a b c",
    "RUN |2 A=1 B=2 /bin/sh -c make,|1 A=3 /bin/sh -c make"
  })
  void buildersAgree(String one, String other) {
    assertThat(BuildLine.normalised(one)).isEqualTo(BuildLine.normalised(other));
  }

  /** As long as a step may be: whoever pushes an image writes it, and it must not end a run. */
  @ParameterizedTest
  @CsvSource({"RUN 1,.1,RUN *", "RUN 1.1,-a,RUN *", "|1 A=1,RUN ,|1 A=1RUN"})
  void aStepOfAnyLengthIsRead(String first, String repeated, String line) {
    String step = first + repeated.repeat(8000);
    assertThat(BuildLine.normalised(step)).startsWith(line);
  }
}
