/** Collectives in virtual time on the command line: what is asked for, tables, JSON and pictures. Knows the simulator and the cost model; must not know jobs that run. */
@NullMarked
package org.braid.cli.sim;

import org.jspecify.annotations.NullMarked;
