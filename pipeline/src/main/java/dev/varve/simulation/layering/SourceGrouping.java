package dev.varve.simulation.layering;

import dev.varve.simulation.layering.ChangeProfile.Costs;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Groups sources into layers at a low expected cost: merges two at a time those that lose least,
 * then moves sources one by one, then merges two groups for a new one as long as that gains.
 */
final class SourceGrouping {
  private static final int MOST_PASSES = 20;
  private static final int MOST_ROUNDS = 40;
  private static final double LEAST_GAIN = 1e-9;

  private static final class Group {
    private final ChangeProfile profile;
    private final TreeSet<Integer> members = new TreeSet<>();
    private double cost;

    Group(ChangeProfile empty) {
      profile = empty;
    }
  }

  private final List<ChangeProfile> sources;
  private final Costs costs;
  private final Group[] groupOf;
  private List<Group> groups = new ArrayList<>();

  private SourceGrouping(List<ChangeProfile> sources, Costs costs) {
    this.sources = sources;
    this.costs = costs;
    this.groupOf = new Group[sources.size()];
    for (int source = 0; source < sources.size(); source++) {
      groups.add(alone(source));
    }
  }

  /**
   * Groups of numbers of sources. Time grows with the square of their number.
   *
   * @param maxGroups at least 1
   */
  static List<List<Integer>> of(List<ChangeProfile> sources, Costs costs, int maxGroups) {
    SourceGrouping grouping = new SourceGrouping(sources, costs);
    grouping.merge(maxGroups);
    grouping.moveAll();
    int rounds = 0;
    while (rounds++ < MOST_ROUNDS && grouping.replaceOne()) {
      // as long as it gains
    }
    return grouping.groups.stream()
        .filter(group -> !group.members.isEmpty())
        .map(group -> List.copyOf(group.members))
        .toList();
  }

  private Group alone(int source) {
    Group group = new Group(new ChangeProfile(costs.firstUpdates().length - 1, updates()));
    put(source, group);
    return group;
  }

  private int updates() {
    return costs.firstUpdates()[costs.firstUpdates().length - 1];
  }

  private void put(int source, Group group) {
    group.profile.add(sources.get(source));
    group.members.add(source);
    group.cost = group.profile.cost(costs);
    groupOf[source] = group;
  }

  private void take(int source) {
    Group group = groupOf[source];
    group.profile.remove(sources.get(source));
    group.members.remove(source);
    group.cost = group.profile.cost(costs);
  }

  private void join(Group group, Group other) {
    List.copyOf(other.members).forEach(source -> put(source, group));
  }

  private double loss(Group one, Group two) {
    return one.profile.costWith(costs, two.profile) - one.cost - two.cost;
  }

  /**
   * Merges by the nearest partner of each group. When that is gone or has grown, another is looked
   * for only once the group is the next to merge, as it seldom loses less than before.
   */
  private void merge(int maxGroups) {
    Group[] all = groups.toArray(Group[]::new);
    boolean[] gone = new boolean[all.length];
    boolean[] outdated = new boolean[all.length];
    int[] partner = new int[all.length];
    double[] loss = new double[all.length];
    for (int group = 0; group < all.length; group++) {
      findPartner(group, all, gone, partner, loss);
    }
    int left = all.length;
    while (left > maxGroups) {
      int best = -1;
      for (int group = 0; group < all.length; group++) {
        if (!gone[group] && (best < 0 || loss[group] < loss[best])) {
          best = group;
        }
      }
      if (outdated[best]) {
        outdated[best] = false;
        findPartner(best, all, gone, partner, loss);
        continue;
      }
      int merged = partner[best];
      join(all[best], all[merged]);
      gone[merged] = true;
      left--;
      findPartner(best, all, gone, partner, loss);
      for (int group = 0; group < all.length; group++) {
        outdated[group] |= partner[group] == best || partner[group] == merged;
        double now = gone[group] || group == best ? loss[group] : loss(all[group], all[best]);
        if (now < loss[group]) {
          loss[group] = now;
          partner[group] = best;
          outdated[group] = false;
        }
      }
    }
    groups = new ArrayList<>();
    for (int group = 0; group < all.length; group++) {
      if (!gone[group]) {
        groups.add(all[group]);
      }
    }
  }

  private void findPartner(int group, Group[] all, boolean[] gone, int[] partner, double[] loss) {
    loss[group] = Double.POSITIVE_INFINITY;
    for (int other = 0; other < all.length; other++) {
      if (other != group && !gone[other]) {
        double now = loss(all[group], all[other]);
        if (now < loss[group]) {
          loss[group] = now;
          partner[group] = other;
        }
      }
    }
  }

  private void moveAll() {
    boolean moved = true;
    for (int pass = 0; moved && pass < MOST_PASSES; pass++) {
      moved = false;
      for (int source = 0; source < groupOf.length; source++) {
        moved |= move(source);
      }
    }
  }

  private boolean move(int number) {
    ChangeProfile source = sources.get(number);
    Group from = groupOf[number];
    double least = (from.cost - from.profile.costWithout(costs, source)) * (1 - LEAST_GAIN);
    Group to = from;
    for (Group group : groups) {
      double loss = group.profile.costWith(costs, source) - group.cost;
      if (group != from && loss < least) {
        least = loss;
        to = group;
      }
    }
    if (to == from) {
      return false;
    }
    take(number);
    put(number, to);
    return true;
  }

  /** Merges the two groups that lose least, and gives a source that gains most its own. */
  private boolean replaceOne() {
    if (groups.size() < 2) {
      return false;
    }
    final double before = cost();
    final Group[] stood = groupOf.clone();
    final List<Group> stoodGroups = List.copyOf(groups);
    Group[] pair = cheapestPair();
    join(pair[0], pair[1]);
    groups.remove(pair[1]);
    int source = mostToGainAlone();
    if (source >= 0) {
      take(source);
      groups.add(alone(source));
      moveAll();
      if (cost() < before * (1 - LEAST_GAIN)) {
        return true;
      }
    }
    restore(stood, stoodGroups);
    return false;
  }

  private double cost() {
    return groups.stream().mapToDouble(group -> group.cost).sum();
  }

  private Group[] cheapestPair() {
    Group[] pair = {groups.get(0), groups.get(1)};
    double least = Double.POSITIVE_INFINITY;
    for (int one = 0; one < groups.size(); one++) {
      for (int two = one + 1; two < groups.size(); two++) {
        double loss = loss(groups.get(one), groups.get(two));
        if (loss < least) {
          least = loss;
          pair[0] = groups.get(one);
          pair[1] = groups.get(two);
        }
      }
    }
    return pair;
  }

  private double gainAlone(Group group, int number) {
    ChangeProfile source = sources.get(number);
    return group.members.size() == 1
        ? 0
        : group.profile.cost(costs) - group.profile.costWithout(costs, source) - source.cost(costs);
  }

  private int mostToGainAlone() {
    int best = -1;
    double most = 0;
    for (int source = 0; source < groupOf.length; source++) {
      double gained = gainAlone(groupOf[source], source);
      if (gained > most) {
        most = gained;
        best = source;
      }
    }
    return best;
  }

  private void restore(Group[] stood, List<Group> stoodGroups) {
    groups = new ArrayList<>();
    for (Group old : stoodGroups) {
      Group group = new Group(new ChangeProfile(costs.firstUpdates().length - 1, updates()));
      for (int source = 0; source < stood.length; source++) {
        if (stood[source] == old) {
          put(source, group);
        }
      }
      groups.add(group);
    }
  }
}
