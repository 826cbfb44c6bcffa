@NullMarked
package org.braid.devices.failover;

import org.jspecify.annotations.NullMarked;
