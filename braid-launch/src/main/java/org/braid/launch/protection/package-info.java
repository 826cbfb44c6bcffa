/** How the bytes between a job's server and its joins are protected: by TLS with the authority that follows from the job's secret, or not at all ({@code docs/decisions/tls.md}). Knows sockets; must not know what is said over them. */
@NullMarked
package org.braid.launch.protection;

import org.jspecify.annotations.NullMarked;
