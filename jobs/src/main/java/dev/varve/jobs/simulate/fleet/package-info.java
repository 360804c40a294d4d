/**
 * The blocks of a fleet and who touches them: counted in the warehouse or made from a seed; what
 * the simulations of failures share.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.simulate.fleet;
