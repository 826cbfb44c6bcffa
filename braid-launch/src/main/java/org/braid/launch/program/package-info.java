/** What the ranks run: a source file, a class, a jar, and the class path that each needs. Knows files the compiled programs' cache, and whether Braid's own sources are newer than its build; must not know ranks. */
@NullMarked
package org.braid.launch.program;

import org.jspecify.annotations.NullMarked;
