/** What the stream cores promise. */
@NullMarked
package org.braid.link.stream;

import org.jspecify.annotations.NullMarked;
