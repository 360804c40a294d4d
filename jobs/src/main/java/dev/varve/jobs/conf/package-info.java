/** Settings: conf/reference.conf and what overlays it. All faults are reported together. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.conf;
