/** What a user tells a JVM that Braid starts, on its command line or by the environment. Knows the words of java, and of javac; must not know what the JVM is for. */
@NullMarked
package org.braid.launch.jvm;

import org.jspecify.annotations.NullMarked;
