/**
 * Memory that other contexts access: regions and their capabilities, who may do what where, the direct way through memory that both can touch, and the frames for all others. Knows peers and links; handlers, and how lanes are chosen, are unknown here.
 */
@NullMarked
package org.braid.link.region;

import org.jspecify.annotations.NullMarked;
