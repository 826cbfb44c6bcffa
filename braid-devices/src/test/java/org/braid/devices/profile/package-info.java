@NullMarked
package org.braid.devices.profile;

import org.jspecify.annotations.NullMarked;
