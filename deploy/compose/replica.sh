#!/usr/bin/env bash
# Copies the primary if there is no copy yet, and follows it.
set -euo pipefail
primary=$1
shift

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  copy=$PGDATA.copy
  rm -rf "$copy"
  # Moved to PGDATA only once it is complete.
  pg_basebackup --pgdata "$copy" --dbname "host=$primary user=replication password=$PGPASSWORD" \
    --write-recovery-conf --slot replica --wal-method stream --checkpoint fast
  mkdir -p "$(dirname "$PGDATA")"
  rmdir "$PGDATA" 2> /dev/null || true
  mv "$copy" "$PGDATA"
fi
exec postgres "$@"
