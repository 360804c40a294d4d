package dev.varve.jobs.serve;

import dev.varve.jobs.conf.Range;

/**
 * Where and how much is served.
 *
 * @param host the address that is listened on
 * @param port 0 for any that is free
 * @param sessions most open at a time
 * @param statements most that run at a time; others wait
 * @param results most that a session keeps open
 * @param fetchRows most rows of a message
 * @param fetchBytes about the most bytes of a message
 * @param idleSeconds a session, or a connection, that nobody used for so long is closed
 * @param statementSeconds how long a statement may run
 */
public record ServeSettings(
    String host,
    @Range(low = 0, high = 65_535) int port,
    @Range(low = 1, high = 10_000) int sessions,
    @Range(low = 1, high = 10_000) int statements,
    @Range(low = 1, high = 10_000) int results,
    @Range(low = 1, high = 1_000_000) int fetchRows,
    long fetchBytes,
    @Range(low = 1, high = 30 * 24 * 3600) int idleSeconds,
    @Range(low = 1, high = 30 * 24 * 3600) int statementSeconds) {}
