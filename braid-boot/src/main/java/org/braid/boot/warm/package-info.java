/**
 * A rank that was started before there was a job for it: it rehearses, waits, and is handed what the job's launcher would have put on its command line. Knows jobs and ranks that are threads; must not know who keeps it, but for its
 * number.
 */
@NullMarked
package org.braid.boot.warm;

import org.jspecify.annotations.NullMarked;
