/** Words and quantities as people write them: sizes, times, spelling. Knows nothing but errors. */
@NullMarked
package org.braid.base.text;

import org.jspecify.annotations.NullMarked;
