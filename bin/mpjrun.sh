#!/bin/sh
# mpjrun.sh, as users of MPJ Express know it: 'braid run' with their habits (docs/guide-from-mpj-or-openmpi.md).
self=$0
case $0 in */*) ;; *) if [ -f "$0" ]; then self=./$0; else self=$(command -v "$0"); fi ;; esac # 'sh mpjrun.sh' looks here before it looks in PATH, if it does
[ ! -L "$self" ] || self=$(readlink -f "$self")
here=$(CDPATH= cd "${self%/*}/.." && pwd) # with CDPATH, which ranks may have, cd looks elsewhere first
exec "$here/braid" run --like mpjrun.sh "$@"
