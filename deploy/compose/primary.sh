#!/usr/bin/env bash
# Runs once, when the primary creates its database, and allows a replica to follow it.
set -euo pipefail

psql --set ON_ERROR_STOP=1 --set password="$REPLICATION_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role replication with replication login password :'password';
-- A replica that is away for long must not fill the disk: after that it has to copy the primary again.
alter system set max_slot_wal_keep_size = '4GB';
SQL
echo 'host replication replication all scram-sha-256' >> "$PGDATA/pg_hba.conf"
