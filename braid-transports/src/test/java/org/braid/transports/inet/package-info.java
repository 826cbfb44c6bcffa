@NullMarked
package org.braid.transports.inet;

import org.jspecify.annotations.NullMarked;
