/**
 * Which method leads to a peer, chosen by hand, by policy or automatically (nexus-multimethod, section 3.2), and the chains of devices in it. Knows streams and ports; messages are unknown here.
 */
@NullMarked
package org.braid.link.select;

import org.jspecify.annotations.NullMarked;
