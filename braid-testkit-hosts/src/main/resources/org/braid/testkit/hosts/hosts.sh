#!/bin/sh
# Hosts for tests: N hosts on one machine, each with processes, network, memory, temporary files and a name of its own, so that none can share memory with another by accident.
#
#   hosts.sh up N [DIRECTORY...]     makes them and prints 'host I PID NAME ADDRESS' for each, then 'ready'; they live until its standard input ends, and nothing of them is left then, whoever is killed.
#                                    Directories below /tmp, such as those of a class path, are seen by all hosts; the rest of /tmp is each host's own
#                                    WAN=RATE:I,J in the environment: hosts I and J lie at another site, and all that the two sites send each other shares one link of that rate, each way
#   hosts.sh on PID COMMAND...       runs a command on the host whose first process is PID
#   hosts.sh cut PID PID             frames between these two vanish, as if a switch had died: no error, no end
#   hosts.sh heal PID PID            and travel again
#   hosts.sh rate PID RATE|none      what the host sends goes at this rate, as tc writes it: 10mbit
#
# Needs root (for namespaces), ip, tc, unshare and nsenter. The hosts' network is a bridge in a namespace of its own: 10.77.0.I, nothing leads out of it.
set -eu

# A shell that holds namespaces until its standard input ends. $1: index; the bridge is index 0.
host() {
  read -r outer _ < /proc/self/stat # as the machine counts: this host's own processes are not mounted yet
  index=$1; shift
  mount --make-rprivate /
  saved=/mnt
  mount -t tmpfs braid-test "$saved"
  for directory in "$@"; do
    mkdir -p "$saved$directory"
    mount --bind "$directory" "$saved$directory"
  done
  mount -t tmpfs braid-test /tmp
  for directory in "$@"; do
    mkdir -p "$directory"
    mount --bind "$saved$directory" "$directory"
  done
  umount -R "$saved" 2> /dev/null || umount -l "$saved"
  mount -t tmpfs braid-test /dev/shm
  chmod 1777 /tmp /dev/shm
  mount -t proc proc /proc
  hostname "host$index"
  ip link set lo up
  printf 'pid %s %s\n' "$index" "$outer"
  read -r _ || true
}

# The address of a host's interface, by the process that holds it.
address() {
  nsenter -t "$1" -n ip -4 -o addr show dev eth0 | { read -r _ _ _ cidr _; printf '%s\n' "${cidr%/*}"; }
}

# The kernel sees in its own time that both ends of a cable are up; until then whoever asks for interfaces that are up and connected is told of none.
await_carrier() {
  naps=0
  until nsenter -t "$1" -n ip -o link show dev eth0 | grep -q 'state UP'; do
    naps=$((naps + 1))
    [ "$naps" -le 500 ] || { printf 'eth0 of the host of process %s has no carrier\n' "$1" >&2; exit 1; }
    sleep 0.02
  done
}

up() {
  count=$1; shift
  # The bridge's namespace, and the hosts, hold on to this script's standard input: its end is theirs, whoever dies.
  pipe=$(mktemp -u); mkfifo "$pipe"
  exec 3<> "$pipe"; rm -f "$pipe"
  exec 4<&0
  unshare --net sh -c 'printf "pid 0 %s\n" "$$"; read -r _ || true' <&4 >&3 3>&- 4<&- &
  i=1
  while [ "$i" -le "$count" ]; do
    unshare --net --mount --pid --uts --ipc --fork --kill-child sh "$self" host "$i" "$@" <&4 >&3 3>&- 4<&- &
    i=$((i + 1))
  done
  i=0
  while [ "$i" -le "$count" ]; do
    read -r _ index pid <&3
    eval "pid$index=$pid"
    i=$((i + 1))
  done
  bridge="nsenter -t $pid0 -n"
  $bridge ip link add bridge type bridge
  $bridge ip link set bridge up
  $bridge ip addr add 10.77.0.254/24 dev bridge
  i=1
  while [ "$i" -le "$count" ]; do
    eval "pid=\$pid$i"
    $bridge ip link add "to$i" type veth peer name eth0 netns "$pid"
    $bridge ip link set "to$i" master bridge up
    nsenter -t "$pid" -n sh -c "ip addr add 10.77.0.$i/24 dev eth0; ip link set eth0 up"
    printf 'host %s %s host%s 10.77.0.%s\n' "$i" "$pid" "$i" "$i"
    i=$((i + 1))
  done
  [ -z "${WAN:-}" ] || part "${WAN%%:*}" "${WAN#*:}"
  i=1
  while [ "$i" -le "$count" ]; do
    eval "pid=\$pid$i"
    await_carrier "$pid"
    i=$((i + 1))
  done
  printf 'ready\n'
  exec 3<&-
  read -r _ <&4 || true
  wait
}

# $1: rate; $2: the hosts of the other site, separated by commas. A bridge for each site, and one cable between them.
part() {
  $bridge ip link add far type bridge
  $bridge ip link set far up
  $bridge ip link add wan type veth peer name wanfar
  $bridge ip link set wan master bridge up
  $bridge ip link set wanfar master far up
  for end in wan wanfar; do $bridge tc qdisc add dev "$end" root tbf rate "$1" burst 32kbit latency 200ms; done
  for index in $(printf '%s' "$2" | tr , ' '); do $bridge ip link set "to$index" master far; done
}

# One way: what the first sends to the second goes to a card that nobody has.
deaf() {
  nsenter -t "$1" -n ip neigh replace "$(address "$2")" lladdr 02:00:00:00:00:ff nud permanent dev eth0
}

hear() {
  nsenter -t "$1" -n ip neigh del "$(address "$2")" dev eth0
}

self=$0
case ${1:-} in
  up) shift; up "$@" ;;
  host) shift; host "$@" ;;
  on) pid=$2; shift 2; exec nsenter -t "$pid" -n -m -p -u -i "$@" ;;
  cut) deaf "$2" "$3"; deaf "$3" "$2" ;;
  heal) hear "$2" "$3"; hear "$3" "$2" ;;
  rate)
    if [ "$3" = none ]; then nsenter -t "$2" -n tc qdisc del dev eth0 root; else
      nsenter -t "$2" -n tc qdisc replace dev eth0 root tbf rate "$3" burst 32kbit latency 50ms
    fi ;;
  *) printf 'usage: hosts.sh up N [DIRECTORY...] | on PID COMMAND... | cut PID PID | heal PID PID | rate PID RATE|none\n' >&2; exit 2 ;;
esac
