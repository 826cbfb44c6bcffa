/** What the states of a lane promise. */
@NullMarked
package org.braid.pipe.state;

import org.jspecify.annotations.NullMarked;
