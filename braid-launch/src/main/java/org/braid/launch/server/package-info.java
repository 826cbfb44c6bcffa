/** The rank server inside the launcher: where it listens, the file that may say so, its thread, its directory. Knows sockets, pipes and threads; must not know what ranks say. */
@NullMarked
package org.braid.launch.server;

import org.jspecify.annotations.NullMarked;
