/** What every layer shares: errors with a stable code. Machine access is in {@code os}, bytes are in {@code wire}. */
@NullMarked
package org.braid.base;

import org.jspecify.annotations.NullMarked;
