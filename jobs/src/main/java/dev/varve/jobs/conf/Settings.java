package dev.varve.jobs.conf;

import java.util.Map;

/**
 * The checked settings of a run, made by {@link SettingReader#finish}.
 *
 * @param all every setting as text, by its key without {@code varve.}
 * @param spark those of them that are settings of the engine, by their full names
 */
public record Settings(Map<String, String> all, Map<String, String> spark) {}
