package dev.varve.jobs.warehouse.row;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a component that is itself a record, some components of which are not columns of the row;
 * {@link RecordPart} reads it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface LeftOut {
  /** Names of the components that are not columns. */
  String[] value();
}
