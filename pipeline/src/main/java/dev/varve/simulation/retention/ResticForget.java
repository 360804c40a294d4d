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
  public void keep(List<DatedSnapshot> walk, Map<DatedSnapshot, String> kept) {
    keepWithin(walk, kept);
    Map<Period, Integer> left = new EnumMap<>(Period.class);
    left.putAll(rules.counts());
    Map<Period, Long> last = new EnumMap<>(Period.class);
    for (int at = 0; at < walk.size(); at++) {
      for (Period period : Period.values()) {
        keep(period, walk, at, left, last, kept);
      }
    }
  }

  private void keepWithin(List<DatedSnapshot> walk, Map<DatedSnapshot, String> kept) {
    if (rules.within().isNone()) {
      return;
    }
    DatedSnapshot newest =
        walk.stream().filter(one -> one.takenAt().isBefore(now)).findFirst().orElse(null);
    ZonedDateTime from =
        newest == null ? null : rules.within().before(newest.takenAt().atZone(zone));
    for (DatedSnapshot one : walk) {
      if (from == null || one.takenAt().isAfter(from.toInstant())) {
        kept.put(one, "within");
      }
    }
  }

  private void keep(
      Period period,
      List<DatedSnapshot> walk,
      int at,
      Map<Period, Integer> left,
      Map<Period, Long> last,
      Map<DatedSnapshot, String> kept) {
    int slots = left.getOrDefault(period, 0);
    if (slots == 0 || (slots == SlotRules.ALL && oldest == Oldest.NO_EXCEPTION)) {
      return;
    }
    DatedSnapshot one = walk.get(at);
    long id = period == Period.LAST ? at : period.of(one.takenAt().atZone(zone));
    boolean opens = !last.containsKey(period) || last.get(period) != id;
    if (opens || (oldest == Oldest.KEPT && at == walk.size() - 1)) {
      kept.putIfAbsent(one, opens ? period.label() : period.label() + "[oldest]");
      last.put(period, id);
      left.put(period, slots == SlotRules.ALL ? slots : slots - 1);
    }
  }
}
