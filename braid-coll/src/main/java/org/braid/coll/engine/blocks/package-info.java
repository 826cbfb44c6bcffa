/**
 * Where the blocks of a call are that have lengths of their own: as its caller says, or as a message has said, and how lengths travel. Knows arrays of lengths and which blocks travel together; must not know calls, steps, or memory that is no array of lengths.
 */
@NullMarked
package org.braid.coll.engine.blocks;

import org.jspecify.annotations.NullMarked;
