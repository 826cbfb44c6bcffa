@NullMarked
package org.braid.devices;

import org.jspecify.annotations.NullMarked;
