@NullMarked
package org.braid.devices.delay;

import org.jspecify.annotations.NullMarked;
