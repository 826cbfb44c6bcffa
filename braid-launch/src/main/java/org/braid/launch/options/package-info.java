/**
 * What can be written after {@code braid run}, and what it means: {@link org.braid.launch.options.RunOption} has each option once, for the reading and for the help page. Knows the
 * command line; must not know processes.
 */
@NullMarked
package org.braid.launch.options;

import org.jspecify.annotations.NullMarked;
