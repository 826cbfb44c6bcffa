/**
 * What becomes of frames that arrive: requests go to the handlers of endpoints, everything else to whom it concerns. Knows streams, long messages and chains; who sends by which link is unknown here.
 */
@NullMarked
package org.braid.link.dispatch;

import org.jspecify.annotations.NullMarked;
