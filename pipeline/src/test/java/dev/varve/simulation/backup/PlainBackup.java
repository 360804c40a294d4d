package dev.varve.simulation.backup;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The backup of one VM once more, plainly: content compared chunk by chunk, every candidate's
 * recipe a map, every block named by a string. Slow, and the reference that the fold must match.
 */
final class PlainBackup {
  /** A reference that levels 1 and 2 left. */
  record Left(long key, int bytes) {}

  final List<Left> afterVersion = new ArrayList<>();
  final List<Left> afterSimilarity = new ArrayList<>();
  final List<Left> written = new ArrayList<>();
  final List<Set<String>> touched = new ArrayList<>();
  private final List<Left> open = new ArrayList<>();
  private int blocks;

  PlainBackup(List<SegmentReferences> vm, BackupRules rules, Map<Long, String> popular) {
    Map<Integer, TreeMap<Long, SegmentReferences>> snapshots = new TreeMap<>();
    for (SegmentReferences segment : vm) {
      snapshots
          .computeIfAbsent(segment.snapshot(), number -> new TreeMap<>())
          .put(segment.position(), segment);
    }
    Map<Integer, Map<Long, List<String>>> places = new HashMap<>();
    for (Map.Entry<Integer, TreeMap<Long, SegmentReferences>> snapshot : snapshots.entrySet()) {
      int number = snapshot.getKey();
      int before = snapshot.getValue().firstEntry().getValue().parent();
      Map<Long, SegmentReferences> parent = snapshots.getOrDefault(before, new TreeMap<>());
      Map<Long, List<String>> parentPlaces = places.getOrDefault(before, Map.of());
      Map<Long, List<String>> own = new HashMap<>();
      for (SegmentReferences segment : snapshot.getValue().values()) {
        own.put(segment.position(), back(segment, parent, parentPlaces, rules, popular));
      }
      places.put(number, own);
      Set<String> blocksTouched = new TreeSet<>();
      own.values().forEach(blocksTouched::addAll);
      blocksTouched.remove("zero");
      touched.add(blocksTouched);
    }
  }

  private List<String> back(
      SegmentReferences segment,
      Map<Long, SegmentReferences> parent,
      Map<Long, List<String>> places,
      BackupRules rules,
      Map<Long, String> popular) {
    if (content(segment).isEmpty()) {
      return Collections.nCopies(segment.chunks(), "zero");
    }
    SegmentReferences before = parent.get(segment.position());
    boolean equal = before != null && content(before).equals(content(segment));
    if (rules.detection() == VersionDetection.DIRTY_BITS && segment.dirty() != DirtyBit.UNKNOWN) {
      equal = segment.dirty() == DirtyBit.CLEAR;
    }
    if (equal) {
      return Objects.requireNonNull(places.get(segment.position()));
    }
    Map<Long, String> found = new HashMap<>();
    for (SegmentReferences candidate : candidates(segment, parent, rules)) {
      List<String> where = Objects.requireNonNull(places.get(candidate.position()));
      for (int i = 0; i < where.size(); i++) {
        if (!candidate.zeros()[i]) {
          found.putIfAbsent(candidate.keys()[i], where.get(i));
        }
      }
    }
    List<String> own = new ArrayList<>();
    for (int i = 0; i < segment.chunks(); i++) {
      if (segment.zeros()[i]) {
        own.add("zero");
        continue;
      }
      Left left = new Left(segment.keys()[i], segment.bytes(i));
      afterVersion.add(left);
      if (found.containsKey(left.key())) {
        own.add(found.get(left.key()));
        continue;
      }
      afterSimilarity.add(left);
      if (popular.containsKey(left.key())) {
        own.add(popular.get(left.key()));
        continue;
      }
      written.add(left);
      if (open.isEmpty() || bytes(open) + left.bytes() > rules.blockBytes()) {
        open.clear();
        blocks++;
      }
      open.add(left);
      own.add("private " + (blocks - 1));
    }
    return own;
  }

  private static List<SegmentReferences> candidates(
      SegmentReferences segment, Map<Long, SegmentReferences> parent, BackupRules rules) {
    List<SegmentReferences> candidates = new ArrayList<>();
    if (rules.search() == LocalSearch.SIMILAR) {
      parent.values().stream()
          .filter(other -> !content(other).isEmpty())
          .filter(other -> other.minHash() == segment.minHash())
          .limit(rules.candidates())
          .forEach(candidates::add);
    }
    SegmentReferences same = parent.get(segment.position());
    if (rules.search() != LocalSearch.NONE && same != null && !candidates.contains(same)) {
      candidates.add(same);
    }
    return candidates;
  }

  /** Which chunks stand where; empty when there are none but zero chunks. */
  private static List<String> content(SegmentReferences segment) {
    List<String> content = new ArrayList<>();
    boolean data = false;
    for (int i = 0; i < segment.chunks(); i++) {
      content.add(segment.zeros()[i] ? "zero" : Long.toString(segment.keys()[i]));
      data |= !segment.zeros()[i];
    }
    return data ? content : List.of();
  }

  static Set<Left> unique(List<SegmentReferences> segments) {
    Set<Left> unique = new HashSet<>();
    for (SegmentReferences segment : segments) {
      for (int i = 0; i < segment.chunks(); i++) {
        if (!segment.zeros()[i]) {
          unique.add(new Left(segment.keys()[i], segment.bytes(i)));
        }
      }
    }
    return unique;
  }

  static Volume volume(Collection<Left> left) {
    return new Volume(left.size(), bytes(left));
  }

  private static long bytes(Collection<Left> left) {
    return left.stream().mapToLong(Left::bytes).sum();
  }
}
