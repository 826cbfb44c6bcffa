/** What is to be measured, checked. Must not know who does it. */
@NullMarked
package org.braid.bench.work;

import org.jspecify.annotations.NullMarked;
