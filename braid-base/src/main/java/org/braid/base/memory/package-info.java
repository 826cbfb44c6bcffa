/**
 * Native memory, user memory of every kind (arrays, buffers, segments), and copies between them. Knows {@link org.braid.base.os} for what only the machine can do; must not know frames, threads or
 * sockets.
 */
@NullMarked
package org.braid.base.memory;

import org.jspecify.annotations.NullMarked;
