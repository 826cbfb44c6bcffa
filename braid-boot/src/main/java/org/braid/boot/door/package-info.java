/** Where callers from elsewhere are let in: by which addresses they reach this host, how many of them are heard at a time before they have proved anything, and who has proved the wrong thing too often. */
@NullMarked
package org.braid.boot.door;

import org.jspecify.annotations.NullMarked;
