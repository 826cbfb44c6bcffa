/** What a launcher tells a rank first, and its layout: the job, the rank's seat in it, the job's secret. Knows bytes; must not know who reads them, or by which way they come. */
@NullMarked
package org.braid.boot.ticket;

import org.jspecify.annotations.NullMarked;
