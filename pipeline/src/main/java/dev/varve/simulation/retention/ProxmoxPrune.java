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
  public void keep(List<DatedSnapshot> walk, Map<DatedSnapshot, String> kept) {
    List<DatedSnapshot> counted = walk.stream().filter(one -> one.state() == null).toList();
    Set<DatedSnapshot> removed = new HashSet<>();
    for (Period period : Period.values()) {
      mark(period, counted, kept, removed);
    }
    for (DatedSnapshot one : walk) {
      if (one.state() == BackupState.PROTECTED) {
        kept.put(one, "protected");
      }
    }
    if (!walk.isEmpty() && walk.get(0).state() == BackupState.UNFINISHED) {
      kept.put(walk.get(0), "unfinished");
    }
  }

  private void mark(
      Period period,
      List<DatedSnapshot> walk,
      Map<DatedSnapshot, String> kept,
      Set<DatedSnapshot> removed) {
    int slots = rules.slots(period);
    Set<Long> keptIds = new HashSet<>();
    kept.keySet().forEach(one -> keptIds.add(id(period, one)));
    Set<Long> used = new HashSet<>();
    for (DatedSnapshot one : walk) {
      long id = id(period, one);
      if (slots == 0 || kept.containsKey(one) || removed.contains(one) || keptIds.contains(id)) {
        continue;
      }
      if (used.contains(id)) {
        removed.add(one);
      } else if (used.size() == slots) {
        break;
      } else {
        used.add(id);
        kept.put(one, period.label());
      }
    }
  }

  /** The last ones are distinguished by their times in UTC, the others by the local calendar. */
  private long id(Period period, DatedSnapshot one) {
    return period.of(one.takenAt().atZone(period == Period.LAST ? ZoneOffset.UTC : zone));
  }
}
