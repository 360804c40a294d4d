/**
 * Readers under any bytes: a target a format, with seeds made by code and with what must hold
 * whatever the bytes. {@code benchmarks/fuzz} runs one for hours, guided by coverage.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.fuzz;
