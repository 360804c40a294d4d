package dev.varve.input.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.varve.input.bolt.BoltFile;
import dev.varve.model.MalformedBlobException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Names in a database that containerd wrote, and in the same damaged. */
class BoltFileTest {
  private static final int PAGE_BYTES = 4096;
  private static final String APP1 =
      "sha256:b979c4cc819cfbfe3cba0bdcd677a085ffb6fd11042743b26504248247ccfb6b";
  private static final String APP2 =
      "sha256:93ccc9188514fb8dde3ffd720d8c99dd3a541f4b7728a0449eef47398169bc69";

  private byte[] database = new byte[0];

  @BeforeEach
  void read() throws IOException {
    database = StoreReads.database();
  }

  /** As {@code ctr images ls} lists them in each namespace. */
  @Test
  void everyNamespaceNamesItsImages() throws IOException {
    BoltFile file = open(database);
    List<String> namespaces = new ArrayList<>();
    for (BoltFile.Entry entry : file.entries(file.bucket("v1").orElseThrow())) {
      if (entry.bucket() != null) {
        namespaces.add(entry.key());
      }
    }
    assertThat(namespaces).containsExactly("default", "k8s.io", "moby");
    assertThat(names(database))
        .containsOnly(
            Map.entry(APP1, Set.of("docker.io/team/app:1")),
            Map.entry(APP2, Set.of("docker.io/team/app:2")));
    assertThat(open(database).bucket("v1", "none")).isEmpty();
  }

  /** Of two meta pages the valid one leads, and the state is that of the last but one commit. */
  @Test
  void aTornMetaPageIsPassedOver() throws IOException {
    for (int torn : new int[] {0, PAGE_BYTES}) {
      byte[] copy = database.clone();
      copy[torn + 16 + 40] ^= 1;
      assertThat(names(copy)).containsKey(APP1);
      copy[PAGE_BYTES - torn + 16 + 40] ^= 1;
      assertThatThrownBy(() -> open(copy))
          .isInstanceOf(MalformedBlobException.class)
          .hasMessage("no page of it is a valid meta page of bbolt");
    }
  }

  @Test
  void whatIsDamagedIsRefused() throws IOException {
    Random random = new Random(1);
    int refused = 0;
    for (int round = 0; round < 3000; round++) {
      byte[] copy = database.clone();
      for (int times = 1 + random.nextInt(8); times > 0; times--) {
        // Beyond the meta pages, which have a checksum.
        int at = 2 * PAGE_BYTES + random.nextInt(copy.length - 2 * PAGE_BYTES);
        copy[at] = (byte) random.nextInt();
      }
      byte[] cut = random.nextInt(4) == 0 ? Arrays.copyOf(copy, random.nextInt(copy.length)) : copy;
      try {
        names(cut);
      } catch (MalformedBlobException e) {
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  /** A page that names the same bytes again and again would fill memory. */
  @Test
  void entriesThatOverlapAreRefused() {
    ByteBuffer copy = ByteBuffer.wrap(database.clone()).order(ByteOrder.LITTLE_ENDIAN);
    for (int page = 2; page < database.length / PAGE_BYTES; page++) {
      int at = page * PAGE_BYTES;
      copy.putShort(at + 8, (short) 2).putShort(at + 10, (short) 3).putInt(at + 12, 0);
      for (int element = at + 16; element < at + 64; element += 16) {
        copy.putInt(element + 4, 48).putInt(element + 8, 1000).putInt(element + 12, 1000);
      }
    }
    assertThatThrownBy(() -> names(copy.array()))
        .hasMessageContaining("an entry of a page is outside of it");
  }

  @Test
  void aFileThatIsNoDatabaseIsRejectedAndTheListReadInItsPlace() throws IOException {
    MemoryStore store = new MemoryStore();
    store.put("io.containerd.metadata.v1.bolt/meta.db", "no database");
    store.put(ContentStore.FOLDER + "/images.txt", "a:1 " + APP1 + "\n\nb:2 none\n");
    List<Finding> findings = new ArrayList<>();
    String root = MemoryStore.ROOT + "/" + ContentStore.FOLDER;
    assertThat(NodeNames.of(store, root, new Rejections(root, findings::add)))
        .containsOnly(Map.entry(APP1, Set.of("a:1")));
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .extracting(Finding.Rejected::source, Finding.Rejected::message)
        .containsExactly(
            tuple(
                MemoryStore.ROOT + "/io.containerd.metadata.v1.bolt/meta.db",
                "the names of images are not read: no page of it is a valid meta page of bbolt"),
            tuple(root, "line 3 of images.txt is no name and digest of an image"));
  }

  @Test
  void aNameThatSaysLessIsLeftOut() {
    assertThat(
            NodeNames.parsed(
                Set.of("docker.io/a:1", "docker.io/a@" + APP1, APP2, "moby-dangling@" + APP1),
                ImageName::ofContainerd))
        .containsExactly(new ImageName("a", "1"));
    assertThat(NodeNames.parsed(Set.of("docker.io/a@" + APP1), ImageName::ofContainerd))
        .containsExactly(new ImageName("a", null));
    assertThat(NodeNames.parsed(Set.of(APP1), ImageName::ofContainerd))
        .containsExactly(ImageName.UNKNOWN);
  }

  private static BoltFile open(byte[] bytes) throws IOException {
    return new BoltFile(new SeekableInMemoryByteChannel(bytes));
  }

  private static Map<String, Set<String>> names(byte[] bytes) throws IOException {
    return StoreReads.names(bytes);
  }
}
