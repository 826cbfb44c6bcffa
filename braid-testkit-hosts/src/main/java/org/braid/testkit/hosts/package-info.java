/** Hosts for tests: several on one machine, with processes, memory, files and a network of their own. Knows the system's namespaces; must not know what runs on the hosts. */
@NullMarked
package org.braid.testkit.hosts;

import org.jspecify.annotations.NullMarked;
