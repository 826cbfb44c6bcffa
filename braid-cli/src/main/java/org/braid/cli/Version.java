package org.braid.cli;

import org.braid.base.wire.Hello;
import org.braid.launch.program.Build;
import picocli.CommandLine.IVersionProvider;

/** {@code braid --version}: one line. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {line()};
    }

    static String line() {
        int version = Hello.THIS_VERSION;
        String number = (version & 0xff) + "." + (version >>> 8 & 0xff) + "." + (version >>> 16 & 0xff);
        String build = Build.name().isEmpty() ? "" : " build " + Build.name();
        return "braid " + number + build + " (Java " + Runtime.version() + ", " + System.getProperty("os.name") + " " + System.getProperty("os.arch") + ")";
    }
}
