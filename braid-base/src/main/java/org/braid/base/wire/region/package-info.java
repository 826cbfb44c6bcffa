/**
 * What travels of remote memory: the capability of a region, and what is asked of its owner. Bytes and rules about bytes, as in {@link org.braid.base.wire}; who executes an access is unknown here.
 */
@NullMarked
package org.braid.base.wire.region;

import org.jspecify.annotations.NullMarked;
