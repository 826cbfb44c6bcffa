/** What the ranks run: a source file, a class, a jar, and the class path that each needs. Knows files and the compiled programs' cache; must not know ranks. */
@NullMarked
package org.braid.launch.program;

import org.jspecify.annotations.NullMarked;
