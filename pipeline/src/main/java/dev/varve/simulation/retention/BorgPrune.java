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
  public void keep(List<DatedSnapshot> newestFirst, Map<DatedSnapshot, String> kept) {
    if (!rules.within().isNone()) {
      Instant after = now.minus(rules.within().fixed());
      for (DatedSnapshot snapshot : newestFirst) {
        if (snapshot.takenAt().isAfter(after)) {
          kept.put(snapshot, "within");
        }
      }
    }
    for (Period period : Period.values()) {
      keep(period, newestFirst, kept);
    }
  }

  private void keep(
      Period period, List<DatedSnapshot> newestFirst, Map<DatedSnapshot, String> kept) {
    int slots = rules.slots(period);
    int usedSlots = 0;
    if (slots == 0 || newestFirst.isEmpty()) {
      return;
    }
    long lastId = 0;
    for (int index = 0; index < newestFirst.size() && usedSlots != slots; index++) {
      DatedSnapshot snapshot = newestFirst.get(index);
      long periodId = period.of(snapshot.takenAt().atZone(zone));
      if (index == 0 || periodId != lastId) {
        lastId = periodId;
        usedSlots += kept.putIfAbsent(snapshot, period.label()) == null ? 1 : 0;
      }
    }
    if (usedSlots < slots) {
      kept.putIfAbsent(newestFirst.get(newestFirst.size() - 1), period.label() + "[oldest]");
    }
  }
}
