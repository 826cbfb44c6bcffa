/** The code of the guides, which is compiled and tested here. */
@NullMarked
package org.braid.testkit.guide;

import org.jspecify.annotations.NullMarked;
