package dev.varve.simulation.retention;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Number of snapshots of each period that stay.
 *
 * @param counts slots of each period; those with 0 slots are not in it. -1: all, for borg and
 *     restic
 * @param within snapshots that are younger than this stay too; Proxmox has no such rule
 */
public record SlotRules(Map<Period, Integer> counts, Span within) {
  /** Number of slots that keeps the newest snapshot of every period; for borg and restic only. */
  public static final int ALL = -1;

  /** Copies the counts, without those that are 0. */
  public SlotRules {
    Map<Period, Integer> given = new EnumMap<>(Period.class);
    counts.forEach(
        (period, count) -> {
          if (count < ALL) {
            throw new IllegalArgumentException(period.label() + " " + count);
          }
          if (count != 0) {
            given.put(period, count);
          }
        });
    counts = Map.copyOf(given);
  }

  /** Slots of a period; 0 when the rule is off. */
  public int slots(Period period) {
    return counts.getOrDefault(period, 0);
  }

  /** Whether there is no rule, which the tools take as: keep all. */
  public boolean isEmpty() {
    return counts.isEmpty() && within.isNone();
  }

  /** These rules with one slot more of a period; one that keeps all does so already. */
  public SlotRules more(Period period) {
    Map<Period, Integer> more = new EnumMap<>(Period.class);
    more.putAll(counts);
    more.merge(period, 1, (one, two) -> one == ALL ? ALL : one + two);
    return new SlotRules(more, within);
  }

  /** Such as {@code last 1, daily 7, within 2d}; {@code all} without a rule. */
  public String label() {
    List<String> words = new ArrayList<>();
    for (Period period : Period.values()) {
      if (slots(period) != 0) {
        words.add(period.label() + " " + (slots(period) == ALL ? "all" : slots(period)));
      }
    }
    if (!within.isNone()) {
      words.add("within " + within.label());
    }
    return words.isEmpty() ? "all" : String.join(", ", words);
  }
}
