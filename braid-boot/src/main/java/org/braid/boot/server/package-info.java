/**
 * The rank server (the CRM of charm-on-vmi, section 5.1): processes join with the job's key and the count they expect, leave their
 * descriptor tables, and get the ordered list in pages. {@link org.braid.boot.server.RankServerCore} decides everything and touches no
 * socket, clock or generator of random numbers; {@link org.braid.boot.server.RankServer} carries bytes. Knows nothing about processes or
 * their ends; the launcher tells it.
 */
@NullMarked
package org.braid.boot.server;

import org.jspecify.annotations.NullMarked;
