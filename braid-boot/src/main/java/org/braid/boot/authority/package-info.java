/**
 * The job's own authority and the certificates it signs ({@code docs/decisions/tls.md}). The one package that knows Bouncy Castle, which makes certificates and nothing else; the JDK reads and checks them.
 *
 * <p>Must not know who is admitted, nor by which transport certificates are shown.
 */
@NullMarked
package org.braid.boot.authority;

import org.jspecify.annotations.NullMarked;
