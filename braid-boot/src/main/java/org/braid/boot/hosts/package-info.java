/** Which rank of a job is on which host, whole as the job's server has it, and in pages as its ranks ask for it. Knows numbers and names; must not know who asks, nor how. */
@NullMarked
package org.braid.boot.hosts;

import org.jspecify.annotations.NullMarked;
