/**
 * The machine, as far as the JDK alone can reach it: user memory and native memory, nameless shared memory, futex, memory
 * barriers, other processes' memory, cores and processes. Must not know threads, sockets, messages or anything that waits in a
 * queue. Native functions are bound at their first use, and each has a fallback in plain Java or a refusal that says why.
 */
@NullMarked
package org.braid.base.os;

import org.jspecify.annotations.NullMarked;
