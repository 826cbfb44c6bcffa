/**
 * Proves schedules without running them: matching, freedom from deadlock with zero buffering, from races, exact provenance of results. Knows the
 * schedule format and the meaning of the operations, no algorithm and no engine.
 */
@NullMarked
package org.braid.coll.check;

import org.jspecify.annotations.NullMarked;
