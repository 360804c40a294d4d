package dev.varve.jobs.engine;

import java.io.Serializable;

/**
 * The view of a fold's records of one class.
 *
 * @param view the view of them
 * @param type their class, whose components are its columns
 */
public record Output(String view, Class<? extends Record> type) implements Serializable {}
