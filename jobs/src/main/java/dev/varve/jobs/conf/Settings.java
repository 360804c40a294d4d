package dev.varve.jobs.conf;

import java.util.Map;

/**
 * The settings in force, found to be without fault; {@link SettingReader#finish} makes them.
 *
 * @param all every setting as text, by its key without {@code varve.}
 * @param spark settings of the engine among them, by their full names
 */
public record Settings(Map<String, String> all, Map<String, String> spark) {}
