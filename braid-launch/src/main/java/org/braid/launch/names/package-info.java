/** Who answers what ranks ask their launcher about names of ports: the server of a job over several hosts, a join by asking that server, or nobody (docs/decisions/dynamic-processes.md). Knows jobs by their numbers and how their ranks are told; must not know how jobs are kept. */
@NullMarked
package org.braid.launch.names;

import org.jspecify.annotations.NullMarked;
