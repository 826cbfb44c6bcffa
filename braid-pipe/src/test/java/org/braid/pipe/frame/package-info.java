/** What frames in a pipe promise. */
@NullMarked
package org.braid.pipe.frame;

import org.jspecify.annotations.NullMarked;
