/** Knows which package may use which, and nothing of what the packages do: the layer table of docs/architecture.md as tests. */
@NullMarked
package org.braid.house;

import org.jspecify.annotations.NullMarked;
