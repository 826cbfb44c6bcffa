/**
 * Trees over the numbers 0 … size-1, as pure functions of a node's number: whom it hangs on, and how many hang on it. Nothing is stored, so a rank of a tree of a million needs no memory for it. Knows no rank, no schedule and no message.
 */
@NullMarked
package org.braid.coll.algorithm.tree;

import org.jspecify.annotations.NullMarked;
