/** What a handshake promises. */
@NullMarked
package org.braid.pipe.hello;

import org.jspecify.annotations.NullMarked;
