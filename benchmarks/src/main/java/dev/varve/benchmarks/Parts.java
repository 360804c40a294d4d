package dev.varve.benchmarks;

import java.io.Serializable;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * One of several equal ranges of numbered things, which can be made without the others.
 *
 * @param part its number, from 0
 * @param parts how many
 */
record Parts(long part, long parts) implements Serializable {
  long from(long all) {
    return part * all / parts;
  }

  long to(long all) {
    return (part + 1) * all / parts;
  }

  /** The things of the range, in order. */
  <T> Iterator<T> of(long all, LongFunction<T> thing) {
    return LongStream.range(from(all), to(all)).mapToObj(thing).iterator();
  }

  /** One row after another, however many a thing has; nothing is held. */
  static <T, R> Iterator<R> each(Iterator<T> things, Function<T, Iterator<R>> rows) {
    return new Iterator<>() {
      private Iterator<R> ready = Collections.emptyIterator();

      @Override
      public boolean hasNext() {
        while (!ready.hasNext() && things.hasNext()) {
          ready = rows.apply(things.next());
        }
        return ready.hasNext();
      }

      @Override
      public R next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return ready.next();
      }
    };
  }
}
