/** Tests of the neighbouring package. */
@NullMarked
package org.braid.link.region;

import org.jspecify.annotations.NullMarked;
