@NullMarked
package org.braid.devices.checksum;

import org.jspecify.annotations.NullMarked;
