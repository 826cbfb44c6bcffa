/** What ranks exchange with their neighbours in a graph: all at once, or, where a slow channel lies between, together with others. Knows the format of schedules, who is whose neighbour and who is near whom; must not know where these come from. */
@NullMarked
package org.braid.coll.algorithm.neighbors;

import org.jspecify.annotations.NullMarked;
