#!/bin/sh
# Creates the role and the database of the office in a new cluster. Patroni runs it once, with the address of the leader.
set -eu

psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --set=password="$OFFICE_PASSWORD" "$1" << 'SQL'
create role office login password :'password';
create database office owner office;
SQL
