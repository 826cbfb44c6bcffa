/** Whole jobs over hosts for tests, by the command line: what needs every module at once. */
@NullMarked
package org.braid.house.hosts;

import org.jspecify.annotations.NullMarked;
