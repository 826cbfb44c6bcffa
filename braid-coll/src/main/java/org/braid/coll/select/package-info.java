/**
 * Which algorithm serves a call, and why: a table, a pure function of what all ranks know alike. Knows the catalogue of algorithms, not the
 * network and not the engine.
 */
@NullMarked
package org.braid.coll.select;

import org.jspecify.annotations.NullMarked;
