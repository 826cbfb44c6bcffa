/** What tests of the simulated world see of the engine that its users do not. */
@NullMarked
package org.braid.link;

import org.jspecify.annotations.NullMarked;
