@NullMarked
package org.braid.transports.tls;

import org.jspecify.annotations.NullMarked;
