/**
 * Names under which the ports of a family of jobs are found on all of its hosts (MPI 4.1, section 11.9.4; docs/decisions/dynamic-processes.md): what ranks ask, what is answered, and the register itself. Knows ranks by the numbers of their jobs; must not know what a port is, nor
 * who takes questions to the register.
 *
 * <pre>
 *   rank ── NameRequest ──> its rank server ── (of a spawned job: its join ──>) the job's server: NameRegister
 *   rank <── NameAnswer, down the control pipe
 * </pre>
 */
@NullMarked
package org.braid.boot.names;

import org.jspecify.annotations.NullMarked;
