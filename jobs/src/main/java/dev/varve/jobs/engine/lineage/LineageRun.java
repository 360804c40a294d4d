package dev.varve.jobs.engine.lineage;

import java.time.Instant;
import java.util.Map;

/**
 * The facts of a run that every event of it states.
 *
 * @param id as in table {@code run}
 * @param options of the verb, such as its inputs
 * @param warehouse its location
 */
public record LineageRun(
    String id,
    String verb,
    Instant startedAt,
    String version,
    Map<String, String> options,
    String warehouse) {}
