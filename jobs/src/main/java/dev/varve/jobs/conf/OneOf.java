package dev.varve.jobs.conf;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names that a setting takes: the given ones, or those of a constant list. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface OneOf {
  String[] value() default {};

  /** The class that contains the list. */
  Class<?> in() default OneOf.class;

  /** Name of the constant with the list. */
  String list() default "NAMES";
}
