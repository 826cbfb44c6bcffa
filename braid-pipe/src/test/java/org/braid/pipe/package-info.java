/** What lanes over pipes promise. */
@NullMarked
package org.braid.pipe;

import org.jspecify.annotations.NullMarked;
