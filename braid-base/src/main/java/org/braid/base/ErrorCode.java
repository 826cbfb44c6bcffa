package org.braid.base;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Every error Braid can report, each with an id that never changes its meaning and a text for {@code braid explain}.
 *
 * <p>Append only: an id that was released is never reused. Ranges: 10xx wire, 11xx os, 12xx link, 13xx transports,
 * 14xx boot and launch, 15xx MPI, 16xx command line. Add a constant at the end of its range.
 */
public enum ErrorCode {

    // ---- 10xx wire: bytes and texts that cannot be what they claim to be -------------------------------------------

    FRAME_REFUSED(1001, "A frame was refused",
        "A frame's header broke a rule: unknown kind, payload longer than the method allows, reserved bits set, or an endpoint or "
            + "handler that the kind does not have. The peer runs another build, or bytes were damaged on the way. The lane on which "
            + "it came is closed with this reason and made again; messages are not lost. If it happens again and again, something "
            + "that is not Braid sends to this port."),
    INPUT_TRUNCATED(1003, "The input ends too early",
        "A decoder needed more bytes than the message has. Either fewer values were put than are taken out, or the message was cut."),
    INPUT_OUT_OF_RANGE(1004, "A length or count in the input is out of range",
        "A length, count or number read from a message is negative, larger than its limit, or larger than the rest of the message. "
            + "Lengths are checked before anything is allocated for them."),
    INPUT_TRAILING(1005, "The input is longer than what it describes",
        "Bytes are left over after the last value. Sender and receiver disagree about the layout."),
    TEXT_INVALID(1006, "A text is not valid",
        "A text is not UTF-8, is empty where a name is needed, is too long, or holds control characters."),
    BUFFER_FULL(1007, "A put buffer reached its capacity",
        "A put buffer grows up to the capacity it was made with. Raise the capacity, or send the data as several messages."),
    TABLE_REFUSED(1008, "A descriptor table was refused",
        "A descriptor table lists the methods by which a context can be reached. It may hold only so many entries and bytes, each "
            + "method at most once per device, and no parameter may be longer than its limit."),
    STARTPOINT_REFUSED(1009, "A startpoint was refused",
        "The bytes of a startpoint that came in a message do not describe one or more endpoints."),
    HELLO_NOT_BRAID(1010, "Whoever connected does not speak Braid",
        "The first 16 bytes on a connection must be Braid's hello. Something else connected to this port (a port scanner, a web "
            + "browser, a misconfigured program); it was disconnected and nothing else happened."),
    OTHER_BUILD(1011, "The peer is another build of Braid",
        "All processes of one job must run the same build. The message names both versions. Usually one host has an older "
            + "installation, or a class path holds an old jar."),
    METHOD_SYNTAX(1012, "A method expression cannot be read",
        "Methods are written like tcp, tcp@eth0, tcp(sndbuf=4MiB), lz4+aes+tcp, stripe(tcp@eth0, tcp@eth1). docs/methods.md has the "
            + "grammar."),
    POLICY_SYNTAX(1013, "A policy cannot be read",
        "A policy says which method is used where, for example: host=shm, site=tcp, *=lz4+tls. The places are self, process, host, "
            + "site and *. A method alone means *=method."),
    SIZE_SYNTAX(1014, "A size cannot be read",
        "A size is a number and a unit: 512B, 64KiB, 4MiB, 1GiB. Negative sizes, sizes without a unit and sizes above 8 EiB - 1 B are "
            + "refused."),
    TIME_SYNTAX(1015, "A time cannot be read",
        "A time is a number and a unit: 20us, 5ms, 3s, 2min, 1h. Negative times, times without a unit and times above 292 years are "
            + "refused."),
    NAME_INVALID(1016, "A handler's name is not valid",
        "A handler is known to the whole job by its name: 1 to 255 bytes of UTF-8 without control characters."),
    CAPABILITY_REFUSED(1017, "The capability of a region was refused",
        "The bytes that came in a message do not name a region of somebody's memory: they were cut or altered, or something else was sent."),

    // ---- 11xx os: the machine does not give what was asked for -----------------------------------------------------

    SHARED_MEMORY_FULL(1101, "There is not enough shared memory",
        "Segments are filled before they are mapped, so that a full /dev/shm is an error here and never a crash later. Braid goes on "
            + "with tcp on this host and says so. In a container: raise the size, for example with --shm-size=1g."),
    SHARED_MEMORY_MISSING(1102, "There is no shared memory here",
        "The directory for shared memory does not exist or cannot be written. Braid goes on with tcp on this host and says so."),
    SEGMENT_FOREIGN(1103, "A shared segment is not the expected one",
        "The segment that a peer named does not carry the token that it announced: the peer is on another host or in another "
            + "container, or it has ended meanwhile. Another method is chosen."),
    MEMORY_UNSUITABLE(1105, "This object cannot be used as a message buffer",
        "Message buffers are arrays of primitives, java.nio buffers and native memory segments."),
    MEMORY_RANGE(1106, "A buffer is shorter than the message part it should hold",
        "Offset and length reach beyond the end of the array, buffer or segment."),
    MEMORY_READ_ONLY(1107, "A message cannot be received into read-only memory",
        "The buffer or segment was made read-only. It may be sent; to receive, pass a writable one."),
    ARENA_FULL(1108, "The shared arena is full",
        "Buffers made by MPI.newByteBuffer and its relatives, and the memory of the links, come from one arena of bounded size. Let "
            + "go of buffers that are no longer used, or raise the bound."),
    DIRECT_MEMORY_FULL(1109, "Memory outside the heap is used up",
        "Connections, rings and messages that nobody has received yet live outside the Java heap, within the limit that -XX:MaxDirectMemorySize sets, and within "
            + "the limit of the process (ulimit -v). Without that option the limit is as large as the heap's."),

    // ---- 12xx link: contexts, endpoints, startpoints, lanes --------------------------------------------------------

    PEER_LOST(1201, "A peer process has ended",
        "The process that owns the endpoint has died, was killed, or is unreachable by every method. The message says how it was "
            + "noticed and which messages it had accepted."),
    NO_METHOD(1203, "No method reaches the peer",
        "Every entry of the peer's descriptor table was tried or excluded; the message lists each with its reason. "
            + "braid run --report links shows the choice for every pair."),
    HANDLER_COLLISION(1205, "Two handler names have the same id",
        "Ids are hashes of names; these two collide, or one name was registered twice. Choose another name for one of them."),
    ENDPOINT_UNKNOWN(1206, "A message names an endpoint that does not exist",
        "The endpoint was closed, or its index was reused by a younger one, after the startpoint was made."),
    CONTEXT_CLOSED(1207, "The context is closed",
        "A closed context sends and receives nothing. Close contexts after everything that uses them."),
    STREAM_VIOLATED(1209, "A peer broke the order of a stream",
        "Message numbers jumped, an acknowledgement named messages that were never sent, or numbers differ when a lane is replaced. "
            + "The lane is closed; if it happens again the peer is given up."),
    CREDIT_VIOLATED(1210, "A peer sent more than it was allowed to",
        "Eager payload arrived without credit, or a grant of credit was larger than the window."),
    BULK_VIOLATED(1211, "A large message's pieces do not fit together",
        "A fragment lies outside its message, overlaps another one, or belongs to no known transfer."),
    CLOSE_INCOMPLETE(1212, "Closing took too long",
        "The deadline passed before the peer acknowledged everything. The message says how many messages are unacknowledged."),
    HANDLER_MUST_NOT_WAIT(1213, "A handler called an operation that waits",
        "Handlers that run in the poller may send but never wait: the poller is what they would be waiting for. Register the handler "
            + "as a blocking handler, or use a non-blocking call."),
    TOO_MANY_ENDPOINTS(1214, "The context has no free endpoint index",
        "Endpoint indices are 32 bits and bounded by the configuration; endpoints that are no longer needed must be closed."),
    STARTPOINT_CLOSED(1216, "The startpoint is closed",
        "A closed startpoint takes no more messages; what it took before still arrives. Startpoints that were made from it are not closed with it."),
    PEER_ENDED(1217, "A peer process has ended in good order",
        "The process that owns the endpoint had done its part and ended before this message could reach it. Usually one side counts messages otherwise than the "
            + "other, or a branch ends before the last exchange."),
    LANE_CUT(1218, "A lane was cut",
        "A device, or the receiving end, refused what the lane brought or would not carry more. Its stream goes on by another lane if one leads there, and nothing is lost; the message says "
            + "what was found."),
    REGION_UNKNOWN(1219, "No region has this key",
        "A region of memory is accessed with the key of its capability, and its owner has none with this key: the capability is forged or damaged, or its region was withdrawn long ago and its "
            + "number serves another one. Nothing was read or written."),
    REGION_WITHDRAWN(1220, "The region was withdrawn",
        "Its owner has taken the memory back, or has closed. Nothing of this access was done, but that a put in several pieces may have written those before. Publish a region for as long as others use it."),
    REGION_EXPIRED(1221, "The region has expired",
        "It was published for a limited time, which is over. Nothing was read or written. Ask its owner for another capability."),
    REGION_RANGE(1222, "An access reaches outside of the region",
        "Offset and length must lie between 0 and the region's length. Nothing was read or written."),
    REGION_RIGHT(1223, "The region was not published for this",
        "A capability gives the right to get, to put, to use atomic operations, or several of these. Nothing was read or written. Publish the memory with the right that is missing."),
    REGION_ALIGNMENT(1224, "An atomic operation needs an aligned word",
        "Atomic operations take 8 bytes whose address is a multiple of 8: of native memory, long[] or double[], at an offset that is a multiple of 8 if the region begins at one."),
    REGION_BUSY(1225, "Memory is still accessed after its region was withdrawn",
        "Nothing new can begin, but an access that had begun has not ended in time: its process is stopped, or moves a lot of data. The message names it. The memory must not be freed yet: withdraw again, with more time."),
    REGION_LIMIT(1226, "Too many regions, or accesses under way",
        "A context holds a bounded number of regions, and of accesses that others have not answered yet. Withdraw regions that nobody uses, and wait for accesses before starting more in a handler."),
    REGION_MEMORY(1227, "The owner's memory cannot be accessed",
        "The owner of the region has closed the memory, or made it read-only, without withdrawing the region. Withdraw a region before its memory is given back."),
    MESSAGE_TAKEN_BACK(1228, "A large message was taken back by its sender",
        "The call that sent it has failed at its sender, whose program may have changed the memory since, before this process had all of it. It counts as never sent."),

    // ---- 13xx transports: one method does not work here ------------------------------------------------------------

    CONNECT_FAILED(1301, "A connection could not be made",
        "The message names both ends, the interface, and what each address answered. Firewalls and unreachable container networks are "
            + "the usual causes."),
    CLEAR_REFUSED(1303, "A link would leave this host in the clear",
        "Messages between hosts are protected unless told otherwise. Choose a protected method (tls), or allow it: --allow-clear."),
    METHOD_UNKNOWN(1304, "No method or device has this name",
        "braid info lists the methods and devices that exist here, and why others do not."),
    METHOD_PARAMETER(1306, "A method has no such parameter, or its value is out of range",
        "braid info NAME lists the parameters of a method with type, range and default."),
    LISTEN_FAILED(1307, "A method could not open its own address",
        "The port or the interface is in use or does not exist."),
    LANES_USED_UP(1308, "One method has as many lanes to a peer as it may",
        "Startpoints with other parameters, and streams that have left a lane, have lanes of their own, of which one method may have so many to a peer at a time. Those that nobody "
            + "uses end by themselves, as soon as the peer has what they carried. Let startpoints share parameters, or close some."),
    CHAIN_REFUSED(1320, "A chain of devices cannot be used",
        "The message names the device and what it lacks: room in the transport's frames, a stream that is content with less than every message once and in order, or another "
            + "device above it. docs/devices.md says what each device needs."),
    CHAIN_DIFFERS(1321, "The two ends of a lane have different chains",
        "What one end applies the other one must undo, so both build the same chain; the message names both. Processes of one job have the same build and should have the same "
            + "devices on their class paths."),
    DEVICE_FAILED(1322, "A device has failed",
        "A device of a chain threw an exception, kept a frame that it should have passed on, or passed on what cannot be a frame. Its lane is given up, and messages go on by "
            + "another one if there is one. The message names the device and what it did."),

    // ---- 14xx boot and launch: the job as a whole ------------------------------------------------------------------

    TICKET_INVALID(1401, "The ticket is not valid",
        "A ticket tells a new process which job it joins. It was cut, altered, or belongs to another version."),
    JOIN_REFUSED(1403, "Joining the job was refused",
        "The process that wanted to join did not prove that it knows the job's secret, or runs as another user."),
    RANK_DUPLICATE(1405, "A rank was claimed twice",
        "Two processes claim the same rank, or a rank enters its job a second time. Who came first stays, the second was refused and is told."),
    OTHER_JOB(1406, "The process belongs to another job",
        "A process connected to the port of a job that is not its own. Nothing was told to it."),
    JOB_SIZE_DIFFERS(1407, "Processes disagree about the number of ranks",
        "Every process of a job must be started with the same count; the message names both."),
    RANK_KILLED(1408, "A rank was killed by a signal",
        "The message names the signal and the last lines of the rank's error output. Signal 9 without anybody sending it is usually "
            + "the kernel's answer to a lack of memory. A program that exits with a code of 128 and a signal's number itself looks the same."),
    RANK_FAILED(1409, "A rank ended with an error",
        "The program ended with an exit code other than 0 or with an uncaught exception; the job's exit code is that of the first "
            + "rank that failed."),
    RANK_NEVER_INIT(1410, "A rank ended without joining",
        "The program ended and never called MPI.Init. If that is meant, all ranks must do so."),
    RANK_LEFT_EARLY(1411, "A rank ended between MPI.Init and MPI.Finalize",
        "Every rank must call MPI.Finalize, and close each session that it has begun, before it ends, else the others might wait for it for ever."),
    LAUNCHER_LOST(1412, "The launcher is gone",
        "braid run was killed; its ranks end themselves so that nothing is left behind."),
    JOB_TIMEOUT(1413, "The job took longer than --timeout allows",
        "The job was ended. The report says what each rank was doing."),
    JOB_ABORTED(1416, "The job was aborted",
        "A rank called MPI.COMM_WORLD.Abort, or the job was told to end; the message names who and with which code."),
    RANK_NOT_STARTED(1417, "A rank could not be started",
        "The system refused a process, a thread or a file to the launcher, and the job has no use without that rank. The message says what was refused. "
            + "Each rank takes its launcher some six file descriptors and three threads, and is itself a JVM with some twenty threads."),
    OUTPUT_LOST(1418, "What is printed cannot be written",
        "Standard output goes somewhere that takes no more, such as a file on a full disk. A job whose ranks print there was ended: its exit code is that of a program whose "
            + "reader has gone (141). A job whose ticket nobody could get has not begun. Of any other command some of what it has to say is missing."),
    HOST_LOST(1419, "A host of the job was lost",
        "Its braid join has ended or was killed, or nothing was heard of it for 11 s: its machine is down, it stands still, or the network between it and braid server is cut. Its ranks are lost with it; they "
            + "end themselves as soon as they notice. The message says which of these it was."),
    JOB_COMPLETE(1420, "The job has all its ranks",
        "A braid join came after the job had begun, or brings more ranks than are free. braid server -n says how many a job has."),
    SERVER_UNREACHABLE(1421, "The job's server could not be reached",
        "No address in the ticket led to it. The message says which were tried, and what came of each. A ticket is worth nothing once its braid server has ended; names and addresses in it, before the first "
            + "slash, may be replaced by others of the same machine."),
    TOPOLOGY_INVALID(1422, "A topology cannot be used",
        "A topology specification says which ranks are on which host, in which cluster, at which site. Its file cannot be read, or a line of it cannot, names a host twice or a rank that the job "
            + "does not have, or leaves a host without ranks or a rank without a host. The message names the line. 'braid topo FILE' draws what a file says."),
    PLACE_DIFFERS(1423, "Two joins of one host name different places for it",
        "A host is at one site and in one cluster, which every 'braid join' on it may name by --site and --cluster or by BRAID_SITE and BRAID_CLUSTER. Two joins of the same host have named "
            + "different ones; the first one stays, the second is refused, and the server and all joins that wait say so. Name the same place at each, or at one of them. Until a join of that host is taken, "
            + "or the one that was contradicted has gone, the job waits no longer than braid server's --timeout; without one it waits a minute, and a minute from each join that comes meanwhile. Then it ends (exit code 124)."),

    // ---- 15xx MPI: calls that the standard forbids, and failures it reports ----------------------------------------

    MPI_RANK(1501, "A rank is out of range",
        "Ranks count from 0 to size - 1 of the communicator; MPI.ANY_SOURCE is for receiving only."),
    MPI_TAG(1502, "A tag is out of range",
        "Tags count from 0 to the tag limit; MPI.ANY_TAG is for receiving only."),
    MPI_COUNT(1503, "A count is out of range",
        "Counts must not be negative, and displacements must lie inside the buffer."),
    MPI_TYPE(1504, "A datatype does not fit",
        "Name the type that the buffer's elements have (MPI.INT for int[]), and the same one at the sender and the receiver."),
    MPI_TRUNCATED(1505, "A message is longer than the receive buffer",
        "Probe first, or receive into a buffer that is large enough. The message names both sizes."),
    MPI_BUFFER(1506, "A buffer is too short or of the wrong kind",
        "Give an array or buffer in which offset plus count times extent lies, or a smaller count; null only goes with a count of 0."),
    MPI_NOT_INITIALIZED(1507, "MPI was not initialised",
        "Call MPI.Init(args) before any other call."),
    MPI_FINALIZED(1508, "MPI was finalised already, or started twice",
        "Communicate between MPI.Init and MPI.Finalize only; each Init needs one Finalize, after which only the queries work, and a new Init."),
    MPI_COLLECTIVE_DIFFERS(1509, "Ranks called different collectives",
        "All ranks of a communicator must call the same collective operations in the same order. The message names both calls."),
    MPI_ROOT(1510, "A root is out of range, or ranks named different roots", "The root must be the same rank on every rank."),
    MPI_OP(1511, "An operation does not fit the datatype", "For example MAXLOC needs pair types, and BAND integers."),
    MPI_COMM(1512, "A communicator cannot be used", "It is null, was freed, or is not of the kind that the call is for: use a communicator between the call that makes it and its free, and one between two groups where the call says so."),
    MPI_REQUEST(1513, "A request cannot be used", "Use each request until it was waited for, tested successfully or freed, and start a persistent one only when it is inactive."),
    MPI_PEER_FAILED(1514, "A rank that the call needs has failed",
        "The call ends with this error instead of waiting for ever. The message names the rank and how its end was noticed."),
    MPI_ARGUMENT(1515, "An argument is not valid", "The message names the argument and what is allowed."),
    MPI_RESOURCES(1517, "MPI ran out of something that is bounded",
        "A process holds a bounded number of requests and of messages that nobody has received yet, instead of running out of memory. "
            + "The message names which bound was met and how to stay below it."),
    MPI_PEER_LEFT(1518, "A rank that the call needs has left MPI",
        "The rank has called MPI.Finalize, or its process has ended in good order, and all that it had sent has arrived: what this call waits for can't come "
            + "any more. Usually one side counts messages otherwise than the other, or a branch leaves before the last exchange."),
    MPI_DEADLOCK(1519, "Ranks wait for each other",
        "Each of these ranks waits, in its only thread, for a call that another one of them would have to make: a receive for a message, a collective for all members "
            + "of its communicator, a synchronous or long send for its receive. All that they had sent has arrived, so none of them can go on; each is told, and "
            + "the message names for each whom it waits for, in which call, on which communicator and for how long. Usually collectives of two communicators are "
            + "called in different orders, everybody receives before anybody sends, or everybody sends long messages before anybody receives: those may wait for "
            + "their receive. Make such calls in one order everywhere, use sendRecv, or start one side with iRecv, iSend or iBarrier. Comm.setName makes names."),
    MPI_CALLBACK(1520, "The program's own code failed inside an MPI call, or called what it must not call there",
        "An operator that the program brings runs inside a collective, perhaps in another call than the one that started it. What it throws ends that collective at "
            + "this rank: whoever calls it, or waits for its request, is told, with the cause, and ranks that wait for this one are told that it was called off. An operator must not "
            + "call a collective of the communicator that it serves (MPI 4.1, 6.9.5)."),
    MPI_NOT_DELIVERED(1521, "A long message was given up at its other end",
        "The process there lives, and could not use its own memory for the message, or ran into a bound: the error that it was told says why. Other messages are not concerned."),
    MPI_FILE(1530, "A file cannot be opened or used",
        "There is no such file, it exists though it must not, it is no regular file, this user may not use it so, or it was closed. The message names the file and the reason. A rank that is told "
            + "of another one's trouble finds that rank's own message in its output. Ranks on several hosts need a file system that these share."),
    MPI_FILE_MODE(1531, "A call does not fit the way in which a file was opened",
        "Files are opened with one of MODE_RDONLY, MODE_WRONLY and MODE_RDWR, and flags that go with it, the same at all ranks; one that was opened with MODE_SEQUENTIAL knows only the shared file pointer. "
            + "Collective calls get the same arguments at all ranks (MPI 4.1, 14.2 to 14.4)."),
    MPI_FILE_IO(1532, "Reading or writing a file failed",
        "The system has refused it: the disk is full, a limit on files is met, or the device fails. What was written before is in the file. Every rank of a collective call is told; the message of the "
            + "rank that met it has the system's reason."),
    MPI_WINDOW(1533, "A window cannot be used",
        "It is null or was freed, or has not the kind of memory that the call is for: memory is attached to windows that were made without any, and asked for by rank where it is shared."),
    MPI_RMA_SYNC(1534, "A call on a window does not fit its epoch",
        "One-sided calls need an epoch: between two fences, between start and complete, or between lock and unlock (MPI 4.1, 12.5). The message says which one is open. Calls that open an epoch "
            + "must not be made inside of another one."),
    MPI_RMA_RANGE(1535, "An access reaches outside of a window",
        "The displacement counts units of the target's window. Displacement, count and type together must lie inside the memory that the target has given to it."),
    MPI_SLOT_GONE(1545, "A message was sent to a receive slot that is not there",
        "The receive slot that the send slot leads to was deleted, or its communicator freed, or it was not added yet, or it takes only who shows its slot name. A message that was sent before this was known "
            + "is told of at the next send through the slot, or when the slot is deleted or its communicator freed. Let the receiver keep a slot until its senders have deleted theirs."),
    MPI_NO_SENDER(1546, "Nobody sends to a receive slot any more",
        "Every send slot that led to it was deleted, or its communicator freed, and all that was sent through them has been received or does not match this call. Send a last message that says so, or take this error "
            + "for the end. A send slot that is added later makes the receive slot usable again."),

    MPI_SPAWN(1560, "Processes could not be started",
        "What spawn was asked for cannot be run: there is no such program, its hints name a host or directory that there is not, the system has no room for more processes, or they have ended before they called MPI.Init. "
            + "Processes are started by the launcher of the job, so a program that spawns is started by braid run; jobs over several hosts cannot spawn."),
    MPI_PORT(1561, "A port cannot be used",
        "The name is none that openPort has returned, the port was closed, or its process has ended. Ports are reached by programs of the same user on the same host. The other side of an accept or connect may have given up: what it was told says why."),
    MPI_SERVICE(1562, "A name cannot be published or found",
        "A service has one port at a time, whose process runs. Names are known to all jobs of one user on one host."),

    // ---- 16xx command line -----------------------------------------------------------------------------------------

    OPTION_UNKNOWN(1601, "There is no such option",
        "braid COMMAND --help lists the options. Options after the program's name belong to the program."),
    OPTION_VALUE(1602, "An option's value is not valid",
        "The message names the option, the value and what is allowed."),
    OPTION_CONFLICT(1603, "Two options contradict each other",
        "The message names both."),
    PROGRAM_MISSING(1604, "No program was named",
        "The first word after the options is the program: a .java file, a class name with -cp, or a jar."),
    PROGRAM_NOT_FOUND(1605, "The program was not found",
        "The first word after the options is taken as the program; perhaps an option's value is missing before it."),
    MAIN_MISSING(1606, "The class has no main method",
        "The program must have a main method that can be started by java."),
    COMPILE_FAILED(1607, "The program does not compile",
        "The errors above are javac's."),
    JDK_MISSING(1608, "No JDK 25 or later was found",
        "Set JAVA_HOME, or install one, for example from adoptium.net."),
    ENVIRONMENT_INVALID(1609, "An environment variable is not valid",
        "Variables that start with BRAID_ follow the rules of the option of the same name."),
    KEY_UNKNOWN(1610, "There is no such setting",
        "braid info lists all settings with type, default and origin."),
    FILE_UNREADABLE(1611, "A file cannot be read",
        "It does not exist, is a directory, is too large, may not be read by this user, or has a name with letters that the locale does not have."),
    CODE_UNKNOWN(1612, "There is no such error code",
        "Codes look like BRD-1042. braid explain without a code lists all of them."),
    INTERNAL(1613, "Braid itself failed",
        "This is a defect of Braid. Please report it with the text and, if possible, the output of the same command with -v."),
    BENCH_FAILED(1614, "A measured program failed",
        "The message says which and what it printed. Without a figure there is nothing to compare."),
    CACHE_UNUSABLE(1615, "Compiled programs cannot be kept",
        "Braid keeps the classes of source files that it has compiled in BRAID_CACHE, else below the home directory, else in a directory of this user's own for "
            + "temporary files. The message says which one was tried last and what is wrong with it."),
    SIMULATION_TOO_LARGE(1616, "The collective is too large to be simulated",
        "braid sim runs each message of each rank, or of one rank for all that do and stand alike. An algorithm in which every rank sends to every other has 10^12 messages at a million ranks, which "
            + "is too many where ranks differ; trees and recursive doubling have some 10^7. Times are counted in picoseconds, up to some hundred days. The message says what would be too much."),
    NETWORK_INVALID(1617, "The costs of a network cannot be used",
        "braid sim --link, and each line of a file for --links, name a channel (host, cluster, site or *) or the word compute, and then costs: latency, overhead, send, receive, gap, bandwidth, "
            + "shared. docs/simulator.md says what each means."),
    HOST_ELSEWHERE(1618, "Nothing can start ranks on another host yet",
        "A list of hosts, or a file of them, names one that is not this host. braid run starts ranks here alone, and there is no daemon that would start them elsewhere. Over several hosts a job has a server "
            + "and a join for each: 'braid server -n 4' on one of them prints a ticket, and 'braid join TICKET -n 2 Prog' on each of two starts the ranks, from whatever starts commands there (ssh, "
            + "a batch system). docs/hosts.md shows it. Where all ranks may be on this host, leave the option out.");

    private final int number;
    private final String title;
    private final String explanation;

    ErrorCode(int number, String title, String explanation) {
        this.number = number;
        this.title = title;
        this.explanation = explanation;
    }

    /** The id that users see and scripts may rely on, {@code BRD-nnnn}. */
    public String id() {
        return "BRD-".concat(Integer.toString(number));
    }

    /** One clause. */
    public String title() {
        return title;
    }

    /** What it means, the usual causes, what to do: what {@code braid explain} prints below the title. */
    public String explanation() {
        return explanation;
    }

    /** The code written as {@code BRD-1042}, {@code brd-1042}, {@code brd1042} or {@code 1042}, or null if there is none. */
    public static @Nullable ErrorCode find(String id) {
        String wanted = id.strip().toUpperCase(Locale.ROOT);
        String digits = wanted.startsWith("BRD") ? wanted.substring(wanted.startsWith("BRD-") ? 4 : 3) : wanted;
        for (ErrorCode code : values())
            if (digits.equals(Integer.toString(code.number))) return code;
        return null;
    }
}
