package dev.varve.simulation.retention;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The rules of {@code restic forget}, all in one pass: each rule spends a slot of its own even on a
 * snapshot that other rules keep too. (restic, internal/restic/snapshot_policy.go, {@code
 * ApplyPolicy}.)
 *
 * @param zone that snapshots were taken in; restic stores it with each
 * @param now later snapshots are of the future: {@code within} does not count from them
 */
public record ResticForget(SlotRules rules, ZoneId zone, Instant now, Oldest oldest)
    implements ChainPolicy {
  /** The treatment of the oldest snapshot while a rule has slots left. */
  public enum Oldest {
    /** It stays: 0.16 and later. */
    KEPT,
    /** No exception for it, as in restic 0.14, where -1 slots keep nothing. */
    NO_EXCEPTION
  }

  @Override
  public void keep(List<DatedSnapshot> newestFirst, Map<DatedSnapshot, String> kept) {
    keepWithin(newestFirst, kept);
    Map<Period, Integer> slotsLeft = new EnumMap<>(Period.class);
    slotsLeft.putAll(rules.counts());
    Map<Period, Long> lastIds = new EnumMap<>(Period.class);
    for (int index = 0; index < newestFirst.size(); index++) {
      for (Period period : Period.values()) {
        keep(period, newestFirst, index, slotsLeft, lastIds, kept);
      }
    }
  }

  private void keepWithin(List<DatedSnapshot> newestFirst, Map<DatedSnapshot, String> kept) {
    if (rules.within().isNone()) {
      return;
    }
    DatedSnapshot newest =
        newestFirst.stream()
            .filter(snapshot -> snapshot.takenAt().isBefore(now))
            .findFirst()
            .orElse(null);
    ZonedDateTime after =
        newest == null ? null : rules.within().before(newest.takenAt().atZone(zone));
    for (DatedSnapshot snapshot : newestFirst) {
      if (after == null || snapshot.takenAt().isAfter(after.toInstant())) {
        kept.put(snapshot, "within");
      }
    }
  }

  private void keep(
      Period period,
      List<DatedSnapshot> newestFirst,
      int index,
      Map<Period, Integer> slotsLeft,
      Map<Period, Long> lastIds,
      Map<DatedSnapshot, String> kept) {
    int slots = slotsLeft.getOrDefault(period, 0);
    if (slots == 0 || (slots == SlotRules.ALL && oldest == Oldest.NO_EXCEPTION)) {
      return;
    }
    DatedSnapshot snapshot = newestFirst.get(index);
    long periodId = period == Period.LAST ? index : period.of(snapshot.takenAt().atZone(zone));
    boolean opensPeriod = !lastIds.containsKey(period) || lastIds.get(period) != periodId;
    if (opensPeriod || (oldest == Oldest.KEPT && index == newestFirst.size() - 1)) {
      kept.putIfAbsent(snapshot, opensPeriod ? period.label() : period.label() + "[oldest]");
      lastIds.put(period, periodId);
      slotsLeft.put(period, slots == SlotRules.ALL ? slots : slots - 1);
    }
  }
}
