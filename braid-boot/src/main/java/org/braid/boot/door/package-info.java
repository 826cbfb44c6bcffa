/** Where callers from elsewhere are let in: by which addresses they reach this host, and how many of them are heard at a time before they have proved anything. */
@NullMarked
package org.braid.boot.door;

import org.jspecify.annotations.NullMarked;
