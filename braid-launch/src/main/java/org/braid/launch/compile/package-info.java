/**
 * From a {@code .java} file to classes: compiled once by the JDK's compiler, cached by content. Knows sources and javac; must not know
 * jobs or ranks. All but {@link org.braid.launch.compile.CompileMain} is on the hot start.
 */
@NullMarked
package org.braid.launch.compile;

import org.jspecify.annotations.NullMarked;
