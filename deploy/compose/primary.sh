#!/usr/bin/env bash
# Runs once, when the primary creates its database, and allows a replica to follow it.
set -euo pipefail

psql --set ON_ERROR_STOP=1 --set password="$REPLICATION_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role replication with replication login password :'password';
-- A replica that is away for long must not fill the disk: after that it has to copy the primary again.
alter system set max_slot_wal_keep_size = '4GB';
SQL
# A write is acknowledged once the replica shows it, so a failover loses nothing, and writes wait while the replica is away.
# With REPLICATION=asynchronous writes never wait, and a failover loses what the replica had not received.
if [ "${REPLICATION:-synchronous}" = synchronous ]; then
  psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
alter system set synchronous_standby_names = 'replica';
alter system set synchronous_commit = 'remote_apply';
SQL
fi
echo 'host replication replication all scram-sha-256' >> "$PGDATA/pg_hba.conf"
