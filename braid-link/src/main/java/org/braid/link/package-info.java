/**
 * Links: contexts, endpoints, startpoints, handlers, and the engine that moves remote service requests between them. Knows lanes and rings; ranks, tags, chares and any
 * particular network are unknown here.
 */
@NullMarked
package org.braid.link;

import org.jspecify.annotations.NullMarked;
