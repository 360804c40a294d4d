package dev.varve.simulation.retention;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/**
 * The rules of {@code borg prune} 1.2, applied one after another. A period whose newest snapshot an
 * earlier rule keeps costs no slot. When a rule has slots left at the end, it keeps the oldest
 * snapshot. (borg, helpers/misc.py, {@code prune_within} and {@code prune_split}.)
 *
 * @param zone of the process that prunes
 * @param now moment from which {@code within} counts back
 */
public record BorgPrune(SlotRules rules, ZoneId zone, Instant now) implements ChainPolicy {
  @Override
  public void keep(List<DatedSnapshot> walk, Map<DatedSnapshot, String> kept) {
    if (!rules.within().isNone()) {
      Instant from = now.minus(rules.within().fixed());
      for (DatedSnapshot one : walk) {
        if (one.takenAt().isAfter(from)) {
          kept.put(one, "within");
        }
      }
    }
    for (Period period : Period.values()) {
      keep(period, walk, kept);
    }
  }

  private void keep(Period period, List<DatedSnapshot> walk, Map<DatedSnapshot, String> kept) {
    int slots = rules.slots(period);
    int used = 0;
    if (slots == 0 || walk.isEmpty()) {
      return;
    }
    long last = 0;
    for (int at = 0; at < walk.size() && used != slots; at++) {
      DatedSnapshot one = walk.get(at);
      long id = period.of(one.takenAt().atZone(zone));
      if (at == 0 || id != last) {
        last = id;
        used += kept.putIfAbsent(one, period.label()) == null ? 1 : 0;
      }
    }
    if (used < slots) {
      kept.putIfAbsent(walk.get(walk.size() - 1), period.label() + "[oldest]");
    }
  }
}
