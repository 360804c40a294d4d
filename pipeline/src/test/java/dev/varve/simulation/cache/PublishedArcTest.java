package dev.varve.simulation.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.Seed;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ARC of pages as figure 4 of the paper has it (Megiddo, Modha, FAST 2003), with plain lists. */
class PublishedArcTest {
  private static final class Published {
    private final int c;
    private final Deque<Integer> t1 = new ArrayDeque<>();
    private final Deque<Integer> t2 = new ArrayDeque<>();
    private final Deque<Integer> b1 = new ArrayDeque<>();
    private final Deque<Integer> b2 = new ArrayDeque<>();
    private double p;

    Published(int pages) {
      c = pages;
    }

    boolean request(Integer x) {
      if (t1.remove(x) || t2.remove(x)) { // case I
        t2.addFirst(x);
        return true;
      }
      if (b1.contains(x)) { // case II
        p = Math.min(p + Math.max(1, (double) b2.size() / b1.size()), c);
        replace(false);
        b1.remove(x);
        t2.addFirst(x);
      } else if (b2.contains(x)) { // case III
        p = Math.max(p - Math.max(1, (double) b1.size() / b2.size()), 0);
        replace(true);
        b2.remove(x);
        t2.addFirst(x);
      } else { // case IV
        int l1 = t1.size() + b1.size();
        int l2 = t2.size() + b2.size();
        if (l1 == c && t1.size() < c) {
          b1.removeLast();
          replace(false);
        } else if (l1 == c) {
          t1.removeLast();
        } else if (l1 + l2 >= c) {
          if (l1 + l2 == 2 * c) {
            b2.removeLast();
          }
          replace(false);
        }
        t1.addFirst(x);
      }
      return false;
    }

    private void replace(boolean isOfB2) {
      if (!t1.isEmpty() && ((isOfB2 && t1.size() == p) || t1.size() > p)) {
        b1.addFirst(t1.removeLast());
      } else {
        b2.addFirst(t2.removeLast());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 20, 50})
  void hitsOfEqualSizesAreThosePublished(int pages) {
    for (int number = 0; number < 40; number++) {
      RandomGenerator random = new Seed(pages).at(number).random();
      int objects = 2 + random.nextInt(4 * pages);
      int[] requests = new int[3000];
      int scanned = 0;
      for (int at = 0; at < requests.length; at++) { // popular objects, with scans between them
        boolean scan = at / 100 % 3 == 2;
        double skewed = Math.pow(random.nextDouble(), 3);
        requests[at] = scan ? scanned++ % objects : (int) (skewed * objects);
      }
      long[] sizes = new long[objects];
      Arrays.fill(sizes, 1);
      CachePolicy arc = CachePolicies.named("arc", sizes, pages, evicted -> {});
      Published published = new Published(pages);
      for (int at = 0; at < requests.length; at++) {
        boolean hit = arc.contains(requests[at]);
        if (hit) {
          arc.hit(requests[at]);
        } else {
          arc.admit(requests[at]);
        }
        assertThat(hit).as("request " + at).isEqualTo(published.request(requests[at]));
      }
    }
  }
}
