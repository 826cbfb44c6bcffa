/**
 * The sending end of lanes that consist of several: which rail takes which frame, and what the peer has not put into order yet. Knows streams, which its rails are; neither how methods are chosen nor what
 * messages say.
 */
@NullMarked
package org.braid.link.stripe;

import org.jspecify.annotations.NullMarked;
