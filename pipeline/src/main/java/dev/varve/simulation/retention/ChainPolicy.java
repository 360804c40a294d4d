package dev.varve.simulation.retention;

import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rule that picks the snapshots of one chain to keep. All policies walk from the newest snapshot to
 * the oldest, so of a period the newest stays, and periods without a snapshot take no slot. They
 * differ in how a snapshot that one rule keeps counts for later rules.
 */
public interface ChainPolicy {
  /** The tools whose rules there are; restic 0.14 does not keep the oldest, 0.16 and later do. */
  List<String> TOOLS = List.of("borg", "restic", "restic-0.14", "proxmox");

  /**
   * Tools whose unit is the backup of a machine with all its disks; others have one a disk here.
   */
  Set<String> BY_GROUP = Set.of("proxmox");

  /** Rules for the number of snapshots that stay. */
  SlotRules rules();

  /** The snapshots that stay, each with the rule that keeps it: {@code daily}, or {@code all}. */
  default Map<DatedSnapshot, String> kept(List<DatedSnapshot> chain) {
    List<DatedSnapshot> newestFirst = chain.stream().sorted(DatedSnapshot.NEWEST_FIRST).toList();
    Map<DatedSnapshot, String> kept = new LinkedHashMap<>();
    if (rules().isEmpty()) {
      newestFirst.forEach(one -> kept.put(one, "all"));
    } else {
      keep(newestFirst, kept);
    }
    return kept;
  }

  /** Adds the snapshots that a rule keeps, of a chain with the newest first. */
  void keep(List<DatedSnapshot> newestFirst, Map<DatedSnapshot, String> kept);

  /**
   * The policy of a tool.
   *
   * @param tool one of {@link #TOOLS}
   * @param now what {@code within} of borg counts from, and what restic takes for the future
   * @throws IllegalArgumentException when the tool has no such rule
   */
  static ChainPolicy named(String tool, SlotRules rules, ZoneId zone, Instant now) {
    return switch (tool) {
      case "borg" -> new BorgPrune(rules, zone, now);
      case "restic" -> new ResticForget(rules, zone, now, ResticForget.Oldest.KEPT);
      case "restic-0.14" -> new ResticForget(rules, zone, now, ResticForget.Oldest.NO_EXCEPTION);
      case "proxmox" -> new ProxmoxPrune(rules, zone);
      default -> throw new IllegalArgumentException("no tool " + tool + "; choose of " + TOOLS);
    };
  }
}
