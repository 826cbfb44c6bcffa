/** The transport {@code shm}: rings in nameless shared memory between processes of one host. Knows rings and machine access; other transports are unknown here. */
@NullMarked
package org.braid.transports.shm;

import org.jspecify.annotations.NullMarked;
