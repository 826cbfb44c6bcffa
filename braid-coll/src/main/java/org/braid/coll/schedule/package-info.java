/**
 * The format of a schedule: steps, symbolic buffers, dependencies. Knows no algorithm, no network and no element type.
 */
@NullMarked
package org.braid.coll.schedule;

import org.jspecify.annotations.NullMarked;
