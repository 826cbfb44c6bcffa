/** What a JVM that Braid starts is given: by its user, on its command line or by the environment, and the AOT cache that it starts from, which may be damaged. Knows the words of java, and of javac; must not know what the JVM is for. */
@NullMarked
package org.braid.launch.jvm;

import org.jspecify.annotations.NullMarked;
