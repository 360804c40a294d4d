package dev.varve.jobs.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.model.UnreadableFileException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Faults of a medium: Linux fails to read the first page of a process, as it does a bad sector. */
@EnabledOnOs(OS.LINUX)
class NamedStreamTest {
  private static final String MEMORY = "file:/proc/self/mem";
  private final Store store = LocalStore.disk();

  @Test
  void whatCannotBeReadIsNamed() throws Exception {
    try (InputStream in = store.open(MEMORY, 0, -1)) {
      assertThatThrownBy(() -> in.read(new byte[9]))
          .isInstanceOf(UnreadableFileException.class)
          .hasMessageStartingWith(MEMORY + " cannot be read: Input/output error");
      assertThatThrownBy(in::read).hasMessageStartingWith(MEMORY);
    }
  }

  @Test
  void aChannelNamesItToo() throws Exception {
    try (FileChannel memory = FileChannel.open(Locations.local(MEMORY));
        SeekableByteChannel channel = NamedStream.channel(memory::read, memory, MEMORY, 10)) {
      assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(9)))
          .isInstanceOf(UnreadableFileException.class)
          .hasMessageStartingWith(MEMORY + " cannot be read: Input/output error");
    }
  }
}
