/**
 * Messages that are too long for one piece: memory and lanes for the machines of {@link org.braid.link.bulk.state}. Knows peers and their streams; handlers, and what the data is for, are unknown here.
 */
@NullMarked
package org.braid.link.bulk;

import org.jspecify.annotations.NullMarked;
