@NullMarked
package org.braid.devices.stripe;

import org.jspecify.annotations.NullMarked;
