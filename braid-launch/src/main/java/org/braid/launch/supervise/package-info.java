/** What becomes of a job: pure state machines, fed with what happened and the time. Must not know processes, threads or clocks. */
@NullMarked
package org.braid.launch.supervise;

import org.jspecify.annotations.NullMarked;
