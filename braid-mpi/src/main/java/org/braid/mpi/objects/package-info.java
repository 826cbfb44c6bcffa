/** How Java objects become the bytes of a message without being copied more often than needed, and come back behind a filter: knows arrays and Java's object streams, and neither datatypes nor messages. */
@NullMarked
package org.braid.mpi.objects;

import org.jspecify.annotations.NullMarked;
