package dev.varve.simulation.retention;

import dev.varve.model.BackupState;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rules of prune jobs in Proxmox Backup Server, applied one after another. A period that
 * contains any snapshot that an earlier rule keeps costs no slot and is passed over. The rest of a
 * period that a rule uses goes immediately, so that later rules cannot take it. (proxmox-backup,
 * pbs-datastore/src/prune.rs, {@code mark_selections}.) Protected backups stay, and an unfinished
 * one if it is the newest of all; neither counts for a rule.
 *
 * @param zone of the server
 */
public record ProxmoxPrune(SlotRules rules, ZoneId zone) implements ChainPolicy {
  /** Refuses rules that it does not have. */
  public ProxmoxPrune {
    if (!rules.within().isNone() || rules.counts().containsValue(SlotRules.ALL)) {
      throw new IllegalArgumentException(
          "proxmox has no rule within, and no count of all: leave it out");
    }
  }

  @Override
  public void keep(List<DatedSnapshot> newestFirst, Map<DatedSnapshot, String> kept) {
    List<DatedSnapshot> counted =
        newestFirst.stream().filter(snapshot -> snapshot.state() == null).toList();
    Set<DatedSnapshot> removed = new HashSet<>();
    for (Period period : Period.values()) {
      keepOfPeriod(period, counted, kept, removed);
    }
    for (DatedSnapshot snapshot : newestFirst) {
      if (snapshot.state() == BackupState.PROTECTED) {
        kept.put(snapshot, "protected");
      }
    }
    if (!newestFirst.isEmpty() && newestFirst.get(0).state() == BackupState.UNFINISHED) {
      kept.put(newestFirst.get(0), "unfinished");
    }
  }

  private void keepOfPeriod(
      Period period,
      List<DatedSnapshot> newestFirst,
      Map<DatedSnapshot, String> kept,
      Set<DatedSnapshot> removed) {
    int slots = rules.slots(period);
    Set<Long> keptIds = new HashSet<>();
    kept.keySet().forEach(snapshot -> keptIds.add(periodId(period, snapshot)));
    Set<Long> usedIds = new HashSet<>();
    for (DatedSnapshot snapshot : newestFirst) {
      long periodId = periodId(period, snapshot);
      if (slots == 0
          || kept.containsKey(snapshot)
          || removed.contains(snapshot)
          || keptIds.contains(periodId)) {
        continue;
      }
      if (usedIds.contains(periodId)) {
        removed.add(snapshot);
      } else if (usedIds.size() == slots) {
        break;
      } else {
        usedIds.add(periodId);
        kept.put(snapshot, period.label());
      }
    }
  }

  /** The last ones are distinguished by their times in UTC, the others by the local calendar. */
  private long periodId(Period period, DatedSnapshot snapshot) {
    return period.of(snapshot.takenAt().atZone(period == Period.LAST ? ZoneOffset.UTC : zone));
  }
}
