package dev.varve.simulation.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.model.MalformedBlobException;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AccessListTest {
  private static List<String> read(String text) throws IOException {
    List<String> lines = new ArrayList<>();
    try (AccessList list = new AccessList(new StringReader(text))) {
      for (AccessSource.Line line = list.next(); line != null; line = list.next()) {
        Access access = line.access();
        lines.add(
            line.line()
                + (access == null
                    ? " ! " + line.fault()
                    : String.join(
                        " ",
                        "",
                        access.image(),
                        access.run(),
                        access.path(),
                        "" + access.offset(),
                        "" + access.bytes())));
      }
    }
    return lines;
  }

  @Test
  void columnsStandInAnyOrderAndRangesMayBeLeftOut() throws IOException {
    assertThat(read("run,image,path\n1,web:2,/bin/sh\n")).containsExactly("2 web:2 1 /bin/sh 0 -1");
    assertThat(
            read(
                """
                image,run,path,offset,length
                web:2,1,/a,,
                web:2,1,/a,10,
                web:2,1,/a,,20
                "web:2",1,"/a,b",10,20
                """))
        .containsExactly(
            "2 web:2 1 /a 0 -1", "3 web:2 1 /a 10 -1", "4 web:2 1 /a 0 20", "5 web:2 1 /a,b 10 20");
  }

  @Test
  void everyFaultyLineIsSaid() throws IOException {
    assertThat(
            read(
                """
                image,run,path,offset,length
                web:2,1,/a,-1,
                web:2,1,/a,x,
                web:2,1,,0,1
                web:2,1
                web:2,1,"/a"b,0,1
                web:2,1,/ok,0,99999999999999999999
                web:2,1,/ok,0,1
                """))
        .containsExactly(
            "2 ! offset is no number of bytes: -1",
            "3 ! offset is no number of bytes: x",
            "4 ! no path",
            "5 ! 2 fields, the header has 5",
            "6 ! text after a closing quote",
            "7 ! length is no number of bytes: 99999999999999999999",
            "8 web:2 1 /ok 0 1");
  }

  @Test
  void aListWithoutAHeaderIsRefused() throws IOException {
    Map.of(
            "web:2,1,/bin/sh\nweb:2,1,/a\n", "the first row names the columns",
            "image,path\n", "column run is missing",
            "image,run,path,path\n", "column path is listed twice")
        .forEach(
            (text, fault) ->
                assertThatThrownBy(() -> read(text))
                    .isInstanceOf(MalformedBlobException.class)
                    .hasMessageStartingWith(fault));
    assertThat(read("")).isEmpty();
  }

  /** Recipes escape the backslash, as in names of systemd's units. */
  @Test
  void aPathIsEscapedAsRecipesAre() throws IOException {
    assertThat(read("image,run,path\ni,r,/a\\x2d\n")).containsExactly("2 i r /a\\x5cx2d 0 -1");
    assertThat(read("\u00ef\u00bb\u00bfimage,run,path\ni,r,/\u00c3\u00a9\ni,r,/\u00e9\n"))
        .as("UTF-8, and no UTF-8")
        .containsExactly("2 i r /\u00e9 0 -1", "3 i r /\\xe9 0 -1");
  }
}
