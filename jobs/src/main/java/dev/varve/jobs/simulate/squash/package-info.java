/** Images squashed as runtimes unpack them, entry by entry. Several simulations read the result. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.simulate.squash;
