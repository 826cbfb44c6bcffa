/** What contexts show to each other where their word is not enough. Knows keys, certificates and what TLS is asked for; must not know who makes them, nor by which transport they are shown. */
@NullMarked
package org.braid.link.spi.trust;

import org.jspecify.annotations.NullMarked;
