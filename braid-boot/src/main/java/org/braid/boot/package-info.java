/**
 * Who is in the job: the control pipe, what a rank tells its launcher, and the one {@link org.braid.boot.Job} a process belongs to.
 *
 * <p>Knows processes, ranks and credentials. Must not know matching, communicators or any transport.
 */
@NullMarked
package org.braid.boot;

import org.jspecify.annotations.NullMarked;
