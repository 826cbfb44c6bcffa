/** Words, lines, times and names of files, with little. Knows the JDK's strings; must not know what they mean to the launcher. */
@NullMarked
package org.braid.launch.text;

import org.jspecify.annotations.NullMarked;
