/** What credit promises. */
@NullMarked
package org.braid.link.flow;

import org.jspecify.annotations.NullMarked;
