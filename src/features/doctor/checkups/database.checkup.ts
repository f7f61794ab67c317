import { sql } from 'kysely';
import { isLostConnection } from '#kernel/db/failures.ts';
import type { Checkup, Finding } from '#kernel/mount/checkup.ts';

interface Versions {
  version: string;
  /** As PostgreSQL counts: 180001. */
  number: number;
  extensions: { name: string; installed: string; available: string | null }[];
}

/** The oldest one that a start takes. */
const oldest = 15;

/** Whether the database answers, and its version and those of the extensions. */
export const databaseCheckup: Checkup = {
  name: 'database',
  label: 'doctor.check_database',
  async find(parts) {
    try {
      return databaseFinding(await parts.read(({ db }) => versionsOf(db)));
    } catch (error) {
      if (!isLostConnection(error)) throw error;
      return { state: 'bad', says: [{ key: 'doctor.database_away' }], hint: { key: 'doctor.database_start' } };
    }
  },
};

async function versionsOf(db: Parameters<ReturnType<typeof sql>['execute']>[0]): Promise<Versions> {
  const { rows } = await sql<Versions>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      (select coalesce(json_agg(json_build_object('name', e.extname, 'installed', e.extversion,
          'available', a.default_version) order by e.extname), '[]')
        from pg_extension e left join pg_available_extensions a on a.name = e.extname
        where e.extname <> 'plpgsql') as extensions`.execute(db);
  return rows[0] ?? { version: '', number: 0, extensions: [] };
}

function databaseFinding({ version, number, extensions }: Versions): Finding {
  // Without what a distribution adds: "18.1 (Debian 18.1-1)".
  const [short = version] = version.split(' ');
  const list = extensions.map(({ name, installed }) => `${name} ${installed}`).join(', ');
  if (number < oldest * 10_000)
    return { state: 'bad', says: [{ key: 'doctor.database_old', values: { version: short, oldest } }] };
  const stale = extensions.find(({ installed, available }) => available !== null && installed !== available);
  if (stale)
    return {
      state: 'warn',
      says: [{ key: 'doctor.database_extension', values: stale }],
      hint: { key: 'doctor.database_update' },
      act: { command: `alter extension ${stale.name} update` },
    };
  return { state: 'ok', says: [{ key: 'doctor.database_ok', values: { version: short, list } }] };
}
