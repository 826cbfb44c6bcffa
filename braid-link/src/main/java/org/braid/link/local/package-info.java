/** The transport {@code local}: between contexts of one process, and from a context to itself. Knows rings; no machine access beyond plain memory. */
@NullMarked
package org.braid.link.local;

import org.jspecify.annotations.NullMarked;
