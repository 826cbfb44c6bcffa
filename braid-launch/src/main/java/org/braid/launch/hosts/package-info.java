/**
 * Jobs over several hosts: what a job's server and its joins say to each other, and by what connection ({@code docs/decisions/several-hosts.md}). Knows sockets, frames and who brings which ranks; must not know what
 * becomes of a job, nor how a process is started.
 */
@NullMarked
package org.braid.launch.hosts;

import org.jspecify.annotations.NullMarked;
