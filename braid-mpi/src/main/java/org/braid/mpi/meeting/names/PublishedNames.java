package org.braid.mpi.meeting.names;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.braid.base.os.Entropy;
import org.braid.base.os.Machine;
import org.braid.base.os.SocketDirectories;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.jspecify.annotations.Nullable;

/**
 * Names under which ports are found by all jobs of this user on this host (MPI 4.1, section 11.9.4): a file each, in a directory that only this user may enter. A name whose publisher has ended is none.
 *
 * <pre>
 *   /tmp/braid-names-USER/HASH-OF-SERVICE            lines: pid of the publisher | its start | the port | the service
 *                         .HASH-OF-SERVICE.changing   likewise, of whoever changes that name right now: others wait, unless its process has ended
 * </pre>
 */
public final class PublishedNames {
    private static final String PREFIX = "braid-names-";
    private static final String PRIVATE = "rwx------";
    private static final int MOST_ATTEMPTS = 100;
    private static final long MAX_BYTES = 64 * 1024;

    /** A name is changed by a few calls of the system; nobody who is stopped among these holds up others for longer. */
    private static final long PATIENCE_NS = 10_000_000_000L;

    private final Path place;
    private final Map<String, String> own = new ConcurrentHashMap<>(); // published by this process

    /** Those of this user on this host: where all processes look, whatever their environment says of places for sockets. */
    public PublishedNames() {
        this(SocketDirectories.places().getLast().resolve(PREFIX + HexFormat.of().formatHex(Machine.user().getBytes(StandardCharsets.UTF_8))));
    }

    /** For tests: names are kept here. */
    PublishedNames(Path place) {
        this.place = place;
    }

    private record Entry(long pid, long startTicks, String port, String service) {
        static @Nullable Entry parse(String text) {
            String[] lines = text.split("\n", 4);
            try {
                return lines.length < 4 ? null : new Entry(Long.parseLong(lines[0]), Long.parseLong(lines[1]), lines[2], lines[3]);
            } catch (NumberFormatException e) {
                return null;
            }
        }

        String text() {
            return pid + "\n" + startTicks + "\n" + port + "\n" + service;
        }

        boolean isValid() {
            return Machine.isAlive(pid, startTicks);
        }
    }

    /** Changes a name while nobody else does. */
    private interface Change {
        /** @param part a file with what is to be written down, which may be moved */
        void make(Path part) throws IOException;
    }

    /**
     * Makes a port known under a name.
     *
     * @throws MpiFailure SERVICE if a process that runs has published the name, or it cannot be written down
     */
    void publish(String service, String port) {
        try {
            change(service, port, part -> {
                if (read(service) != null) {
                    throw new MpiFailure(ErrorClass.SERVICE, "publishName cannot publish '" + service + "'", "a process that runs has published that name", "Unpublish it there first, or choose another name");
                }
                Files.move(part, fileOf(service), StandardCopyOption.ATOMIC_MOVE); // in place of one whose publisher has ended
                own.put(service, port);
            });
        } catch (IOException e) {
            throw failed("publishName", service, e);
        }
    }

    /** A name that has been judged stays as it is until it is changed. */
    private void change(String service, String port, Change change) throws IOException {
        Path part = written(new Entry(Machine.pid(), Machine.startTicks(Machine.pid()), port, service));
        try {
            Path turn = place.resolve("." + fileOf(service).getFileName() + ".changing");
            awaitTurn(turn, part);
            try {
                change.make(part);
            } finally {
                Files.deleteIfExists(turn);
            }
        } finally {
            Files.deleteIfExists(part);
            removePlaceIfEmpty();
        }
    }

    private void awaitTurn(Path turn, Path part) throws IOException {
        for (long startNs = System.nanoTime(); !isLinked(part, turn); Thread.onSpinWait()) {
            if (isLeft(turn)) {
                Files.deleteIfExists(turn);
            } else if (System.nanoTime() - startNs > PATIENCE_NS) {
                throw new IOException("a process that runs has been changing it for long: " + turn);
            }
        }
    }

    /** Whether whoever wrote it has ended in the middle. */
    private static boolean isLeft(Path turn) throws IOException {
        try {
            Entry changer = Entry.parse(Files.readString(turn));
            return changer == null || !changer.isValid();
        } catch (NoSuchFileException over) {
            return false;
        }
    }

    /** In a file that is no name yet; while it is there its directory stays. */
    private Path written(Entry entry) throws IOException {
        for (int left = MOST_ATTEMPTS; true; left--) {
            try {
                ensurePlace();
                return Files.writeString(place.resolve("." + Long.toHexString(Entropy.nextLong())), entry.text());
            } catch (NoSuchFileException removed) {
                if (left == 0) {
                    throw removed; // each time somebody has unpublished the last name
                }
            }
        }
    }

    /** The second name of a file is made in one step, or not at all if there is one. */
    private static boolean isLinked(Path part, Path file) throws IOException {
        try {
            Files.createLink(file, part);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    /**
     * Forgets a name.
     *
     * @throws MpiFailure SERVICE if it was not published, or for another port
     */
    void unpublish(String service, String port) {
        try {
            change(service, port, part -> {
                Entry known = read(service);
                if (known == null || !known.port.equals(port)) {
                    throw new MpiFailure(ErrorClass.SERVICE, "unpublishName does not find '" + service + "'", known == null ? "nobody has published it" : "it was published for another port", "Unpublish each name once, with the port that it was published for");
                }
                Files.deleteIfExists(fileOf(service));
                own.remove(service);
            });
        } catch (IOException e) {
            throw failed("unpublishName", service, e);
        }
    }

    /** What this process has published and not unpublished is forgotten: its ports are about to close. */
    public void unpublishOwn() {
        own.forEach((service, port) -> {
            try {
                unpublish(service, port);
            } catch (MpiFailure gone) {
                // Somebody else has unpublished it.
            }
        });
    }

    /**
     * The port that a name stands for.
     *
     * @throws MpiFailure NAME if no process that runs has published it
     */
    String lookup(String service) {
        try {
            Entry known = read(service);
            if (known == null) {
                removeIfLeft(service);
                throw new MpiFailure(ErrorClass.NAME, "lookupName does not find '" + service + "'", "no process of this user on this host that runs has published it", "Publish it first; names do not travel between hosts");
            }
            return known.port;
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.NAME, "lookupName cannot look for '" + service + "'", e.toString(), "See who owns " + place, e);
        }
    }

    /** What is written down of a name; null if there is nothing, or its publisher has ended. */
    private @Nullable Entry read(String service) throws IOException {
        Path file = fileOf(service);
        try {
            if (!isTrusted()) {
                throw new IOException(place + " is not this user's alone");
            }
            Entry known = Files.size(file) > MAX_BYTES ? null : Entry.parse(Files.readString(file));
            return known != null && known.isValid() && known.service.equals(service) ? known : null;
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Whoever looks for a name whose publisher has ended removes it. Somebody may have published it meanwhile. */
    private void removeIfLeft(String service) throws IOException {
        if (Files.exists(fileOf(service))) {
            change(service, "", part -> {
                if (read(service) == null) {
                    Files.deleteIfExists(fileOf(service));
                }
            });
        }
    }

    private Path fileOf(String service) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(service.getBytes(StandardCharsets.UTF_8));
            return place.resolve(HexFormat.of().formatHex(hash));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private void ensurePlace() throws IOException {
        try {
            Files.createDirectory(place, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE)));
        } catch (FileAlreadyExistsException e) {
            if (!isTrusted()) {
                throw new IOException(place + " is not this user's alone", e);
            }
        }
    }

    private void removePlaceIfEmpty() throws IOException {
        try {
            Files.deleteIfExists(place);
        } catch (DirectoryNotEmptyException e) {
            // Others are written down there.
        }
    }

    private boolean isTrusted() throws IOException {
        PosixFileAttributes found = Files.readAttributes(place, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return found.isDirectory() && PosixFilePermissions.toString(found.permissions()).equals(PRIVATE) && found.owner().getName().equals(Machine.user());
    }

    private MpiFailure failed(String call, String service, IOException e) {
        return new MpiFailure(ErrorClass.SERVICE, call + " cannot write down '" + service + "'", e.toString(), "See that this user may write to " + place, e);
    }
}
