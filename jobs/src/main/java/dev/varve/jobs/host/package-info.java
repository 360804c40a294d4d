/** What the machine tells of this process. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.host;
