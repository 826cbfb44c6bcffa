/** Ctrl-Z of a job over several hosts: who is asked to stop, who has, and when all go on. */
@NullMarked
package org.braid.launch.hold;

import org.jspecify.annotations.NullMarked;
