/** Tests of the neighbouring package. */
@NullMarked
package org.braid.transports.socket;

import org.jspecify.annotations.NullMarked;
