/** {@code simulate backup}: what each scheme stores. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.simulate.backup;
