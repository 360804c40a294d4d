/** Settings: conf/reference.conf, overlays, and every fault of them at once. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.conf;
