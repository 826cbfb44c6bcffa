/**
 * Where the data of a call lie: in which memory each buffer of its schedule, where the units of its layout begin, and the blocks that have lengths of their own, as the caller says, or as a message has said. Knows layouts, arrays of lengths and which blocks travel together; must not know what a call is, steps, or what is in memory that is no array of lengths.
 */
@NullMarked
package org.braid.coll.engine.blocks;

import org.jspecify.annotations.NullMarked;
