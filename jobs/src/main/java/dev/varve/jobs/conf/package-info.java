/** Settings: conf/reference.conf and what overlays it. All faults are reported at once. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.conf;
