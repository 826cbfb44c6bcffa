@NullMarked
package org.braid.devices.chaos;

import org.jspecify.annotations.NullMarked;
