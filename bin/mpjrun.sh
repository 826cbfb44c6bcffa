#!/bin/sh
# mpjrun.sh, as users of MPJ Express know it: 'braid run' with their habits (docs/guide-from-mpj-or-openmpi.md).
case $0 in */*) here=${0%/*} ;; *) here=$(command -v "$0"); here=${here%/*} ;; esac
[ ! -L "$0" ] || { here=$(readlink -f "$0"); here=${here%/*}; }
exec "$(cd "$here/.." && pwd)/braid" run --like mpjrun.sh "$@"
