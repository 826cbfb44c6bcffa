/** What ranks print, on its way to the launcher's own outputs in whole lines, and when an unfinished line may be a prompt. Knows streams of bytes; must not know processes. */
@NullMarked
package org.braid.launch.output;

import org.jspecify.annotations.NullMarked;
