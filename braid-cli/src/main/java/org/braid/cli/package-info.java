/** The command line: which command was asked for. Starting a job is the launcher's; this package must not know how ranks are started. */
@NullMarked
package org.braid.cli;

import org.jspecify.annotations.NullMarked;
