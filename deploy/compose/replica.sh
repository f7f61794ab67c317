#!/usr/bin/env bash
# Copies the primary if there is no copy yet, and follows it.
set -euo pipefail
primary=$1
shift

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  copy=$PGDATA.copy
  rm -rf "$copy"
  connection="host=$primary user=replication password=$PGPASSWORD"
  # The primary may still hold the slot of an earlier copy, or have given it up while that was away.
  psql --no-psqlrc --dbname "$connection replication=true" --command 'DROP_REPLICATION_SLOT replica' 2> /dev/null || true
  # Moved to PGDATA only once it is complete.
  pg_basebackup --pgdata "$copy" --dbname "$connection" \
    --write-recovery-conf --create-slot --slot replica --wal-method stream --checkpoint fast
  mkdir -p "$(dirname "$PGDATA")"
  rmdir "$PGDATA" 2> /dev/null || true
  mv "$copy" "$PGDATA"
fi
# The copied settings name a replica to wait for. This server has none until it is told so by an argument, also once promoted.
exec postgres -c synchronous_standby_names= "$@"
