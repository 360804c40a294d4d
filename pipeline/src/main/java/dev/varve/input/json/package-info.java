/** Reading of JSON that others wrote, in one place and within limits. */
@NullMarked
package dev.varve.input.json;

import org.jspecify.annotations.NullMarked;
