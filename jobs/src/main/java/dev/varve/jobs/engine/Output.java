package dev.varve.jobs.engine;

import java.io.Serializable;

/**
 * The view that shows the records of one class that folds emit.
 *
 * @param view name of the view
 * @param type class of the records; its components are the columns of the view
 */
public record Output(String view, Class<? extends Record> type) implements Serializable {}
