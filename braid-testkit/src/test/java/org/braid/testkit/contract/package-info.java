/** Each transport keeps the contracts. */
@NullMarked
package org.braid.testkit.contract;

import org.jspecify.annotations.NullMarked;
