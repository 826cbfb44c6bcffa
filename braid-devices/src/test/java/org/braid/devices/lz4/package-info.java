@NullMarked
package org.braid.devices.lz4;

import org.jspecify.annotations.NullMarked;
