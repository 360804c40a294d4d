/** Properties of this process: its identity, memory, threads and native libraries. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.host;
