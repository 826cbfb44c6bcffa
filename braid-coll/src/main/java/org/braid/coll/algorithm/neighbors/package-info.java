/** What ranks exchange with their neighbours in a graph, all at once. Knows the format of schedules and who is whose neighbour; must not know where the graph comes from. */
@NullMarked
package org.braid.coll.algorithm.neighbors;

import org.jspecify.annotations.NullMarked;
