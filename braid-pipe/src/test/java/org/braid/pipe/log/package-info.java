/** What the log and the count promise. */
@NullMarked
package org.braid.pipe.log;

import org.jspecify.annotations.NullMarked;
