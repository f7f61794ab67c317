import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findEndedKeys } from '#kernel/auth/api-keys.ts';
import { ChangeFeed } from '#kernel/changes/change-feed.ts';
import { ChangeSets } from '#kernel/changesets/change-sets.ts';
import { isUndoable, Undos } from '#kernel/changesets/undos.ts';
import type { Config } from '#kernel/config/config.ts';
import { openOpaqueIds } from '#kernel/config/opaque-ids.ts';
import type { Database } from '#kernel/db/database.ts';
import { DatabaseClock } from '#kernel/db/database-clock.ts';
import { isLostConnection } from '#kernel/db/failures.ts';
import type { Connection } from '#kernel/db/servers.ts';
import { Approvals } from '#kernel/desk/approvals.ts';
import { Belongings } from '#kernel/desk/belongings.ts';
import { CachedCounts } from '#kernel/desk/cached-counts.ts';
import { Calendar } from '#kernel/desk/calendar.ts';
import { Faults } from '#kernel/desk/faults.ts';
import { Home } from '#kernel/desk/home.ts';
import type { ShellNews } from '#kernel/desk/live.contract.ts';
import { Mails } from '#kernel/desk/mails.ts';
import { countedMenu, menuCounts } from '#kernel/desk/menu-counts.ts';
import { actsOf, FinderCards } from '#kernel/desk/palette.ts';
import { SampleParts } from '#kernel/desk/sample-parts.ts';
import { SavedViews } from '#kernel/desk/saved-views.ts';
import { Settings } from '#kernel/desk/settings.ts';
import { Terms } from '#kernel/desk/terms.ts';
import { countedViews, listWatched } from '#kernel/desk/watched-views.ts';
import { mountApi } from '#kernel/http/api-handlers.ts';
import { apiPages } from '#kernel/http/api-pages.ts';
import { handleErrors } from '#kernel/http/error-handler.ts';
import { EventStreams } from '#kernel/http/event-streams.ts';
import { guard, guardMaintenance } from '#kernel/http/guard.ts';
import { messageRoutes } from '#kernel/http/message-routes.ts';
import { describeCalls } from '#kernel/http/openapi.ts';
import { PassingFailures } from '#kernel/http/passing-failures.ts';
import { createRenderer } from '#kernel/http/renderer.ts';
import { Replays } from '#kernel/http/replay.ts';
import { requireOwnSite } from '#kernel/http/security.ts';
import { closeServer, createServer } from '#kernel/http/server.ts';
import { serveFiles } from '#kernel/http/static-files.ts';
import { Web } from '#kernel/http/web.ts';
import { Jobs } from '#kernel/jobs/jobs.ts';
import { Catalogues } from '#kernel/messages/catalogues.ts';
import { commonMessages } from '#kernel/messages/common.messages.ts';
import { bulkWorkRoutes } from '#kernel/mount/bulk-work.routes.ts';
import type { Feature, Kernel } from '#kernel/mount/feature.ts';
import { fileRoutes } from '#kernel/mount/file-routes.ts';
import { healthRoutes } from '#kernel/mount/health.ts';
import { lagOf } from '#kernel/mount/installation-gauges.ts';
import { kernelPersonal } from '#kernel/mount/kernel-personal.ts';
import { liveRoutes } from '#kernel/mount/live.routes.ts';
import type { OpenedStorage } from '#kernel/mount/open-storage.ts';
import { paletteRoutes } from '#kernel/mount/palette.routes.ts';
import { pruneNightly } from '#kernel/mount/prune.ts';
import { referenceRoutes } from '#kernel/mount/references.routes.ts';
import { retainNightly } from '#kernel/mount/retention.ts';
import { savedViewRoutes } from '#kernel/mount/saved-views.routes.ts';
import { undoRoutes } from '#kernel/mount/undos.routes.ts';
import { Records } from '#kernel/records/records.ts';
import { References } from '#kernel/records/references.ts';
import { TrailWitnesses } from '#kernel/records/trail-witness.ts';
import { FileOwners } from '#kernel/storage/file-owners.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { Maintenance } from '#kernel/work/maintenance.ts';
import { systemCaller, UnitOfWork } from '#kernel/work/unit-of-work.ts';
import { features as allFeatures } from './features.ts';
import { openPools } from './open-pools.ts';

/** What differs between the process and its tests. */
export interface AppParts {
  config: Config;
  connection: Connection;
  /** The database itself if `connection` leads to a pooler, to listen for changes; without it, they are polled for. */
  directConnection?: Connection | undefined;
  /** The replica that lists and reports may read from. */
  readConnection?: Connection | undefined;
  opened: OpenedStorage;
  /** Replaces the database's clock. */
  clock?: () => Date;
  /** One pool of this size for everything, including long work. */
  poolSize?: number | undefined;
  features?: readonly Feature[];
}

export interface App {
  server: FastifyInstance;
  db: Database;
  work: UnitOfWork;
  jobs: Jobs;
  storage: Storage;
  files: FileOwners;
  /** Starts listening to changes and running jobs. */
  start(): Promise<void>;
  /** Finishes work in progress and closes every connection. */
  stop(): Promise<void>;
}

// How long to wait for a connection, and for the answer, when looking up the caller. Short, so that people get an error
// soon if nothing answers, even on pages that need no data themselves. `/readyz` answers within two seconds.
const lookUpWithinMs = 5000;
const readyWithinMs = 1000;

/** Builds the whole product without opening a port. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { config, opened, features = allFeatures } = parts;
  const server = await createServer(config);
  // Loaded only if tracing is configured.
  const tracing = config.tracing && (await import('#kernel/mount/tracing.ts')).openTracing(config.tracing);
  tracing?.follow(server);
  const passing = new PassingFailures(server.log);
  const onLost = (error: Error) => passing.note('error.database', error);
  const pools = openPools(parts, { onError: onLost, onQuery: tracing?.onQuery });
  const onError = (error: unknown) => {
    if (isLostConnection(error)) passing.note('error.database', error);
    else server.log.error({ err: error }, 'background work failed');
  };
  const databaseClock = new DatabaseClock(pools.within(lookUpWithinMs));
  if (!parts.clock) await databaseClock.compare();
  const { clock = databaseClock.now } = parts;
  const maintenance = new Maintenance(pools.within(lookUpWithinMs));
  const requireWritable = (request: FastifyRequest) => {
    maintenance.refuse();
    requireOwnSite(request, config);
  };
  const catalogues = new Catalogues(
    {
      common: commonMessages,
      ...Object.fromEntries(features.flatMap(({ name, messages }) => (messages ? [[name, messages]] : []))),
    },
    Object.fromEntries(features.flatMap(({ name, wordsOf }) => (wordsOf ? [[name, wordsOf]] : []))),
  );
  const records = new Records();
  const refs = await openOpaqueIds(config, 'learners');
  const work = new UnitOfWork({
    db: pools.db,
    readDb: pools.readDb,
    programs: pools.programs,
    replica: pools.replica,
    longDb: pools.longDb,
    clock,
    timeZone: config.timeZone,
    catalogues,
    refs,
    onError,
    isUndoable: (entry) => isUndoable(records, entry),
  });
  const entries = features
    .flatMap((feature) => (typeof feature.menu === 'function' ? feature.menu(config) : (feature.menu ?? [])))
    .toSorted((a, b) => a.order - b.order);
  const renderer = await createRenderer(server, config, catalogues);
  const changes = new ChangeFeed({ connection: parts.directConnection ?? parts.connection, db: pools.db, onError });
  const counts = new CachedCounts({ work, changes, clock, onError });
  const longCounts = new CachedCounts({ work, changes, clock, onError });
  const menu = () => countedMenu(entries, counts);
  const views = new SavedViews(refs);
  const web = new Web(server, {
    config,
    work,
    catalogues,
    menu,
    views: async (ctx) => countedViews(await listWatched(ctx), views, counts),
    acts: () => actsOf(records),
    isOnlyRead: () => maintenance.isOn,
    cursor: () => changes.recent(),
    renderer,
  });
  const mayBegin = (signal: AbortSignal) => maintenance.over(signal);
  const jobs = new Jobs({ connection: parts.connection, onError, mayBegin });
  const events = new EventStreams({
    changes,
    app: server,
    onError,
    endedKeys: (keyIdxs) => findEndedKeys(pools.db, keyIdxs, clock()),
  });
  const replica = pools.replicaWithin(lookUpWithinMs);
  const replays = new Replays();
  const changeSets = new ChangeSets({ work, jobs, maintenance });
  changes.onWake(() => changeSets.start());
  server.addHook('preClose', () => changeSets.stop());
  const kernel: Kernel = {
    config,
    work,
    web,
    storage: opened.storage,
    jobs,
    maintenance,
    changes,
    events,
    app: server,
    files: new FileOwners(),
    checkups: {
      all: features.flatMap((feature) => feature.checkups ?? []),
      parts: {
        config,
        read: (act) => work.read(systemCaller('doctor'), act),
        replicaLag: replica && (() => lagOf(replica)),
        storage: async () => opened.storage,
      },
    },
    records,
    references: new References(records),
    cards: new FinderCards(),
    personal: [...features.flatMap((feature) => feature.personal ?? []), ...kernelPersonal],
    trail: new TrailWitnesses(),
    samples: new SampleParts(),
    settings: new Settings(),
    views,
    belongings: new Belongings(),
    approvals: new Approvals(),
    replays,
    home: new Home(),
    mails: new Mails(catalogues),
    calendar: new Calendar(),
    counts,
    longCounts,
    faults: new Faults(),
    terms: new Terms(),
    undos: new Undos({ jobs, work, records, kinds: changeSets.kinds }),
    changeSets,
    api: (calls, handlers) => mountApi({ app: server, work, requireWritable }, calls, handlers),
  };
  guard(
    server,
    { staff: pools.within(lookUpWithinMs), programs: pools.programsWithin(lookUpWithinMs) },
    clock,
    replays,
  );
  guardMaintenance(server, maintenance);
  const constraints = Object.assign({}, ...features.map((feature) => feature.constraints ?? {}));
  handleErrors(server, { catalogues, constraints, web, passing });
  if (config.metricsToken) {
    const { serveMetrics } = await import('#kernel/mount/metrics.ts');
    const db = pools.within(readyWithinMs);
    const gauges = features.flatMap((feature) => feature.gauges ?? []);
    const installation = {
      dataDir: config.dataDir,
      maintenance,
      readDb: pools.replicaWithin(readyWithinMs),
      replica: pools.replica,
    };
    const token = config.metricsToken;
    serveMetrics(server, { token, pools: pools.byName, db, changes, events, gauges, installation });
  }
  await describeCalls(server, config);
  apiPages(server, web);
  await serveFiles(server, {
    root: path.join(config.root, 'src/client/public'),
    prefix: '/public/',
    maxAge: '1h',
    // It stands in a folder, and answers for the whole office.
    setHeaders: (response, file) =>
      file.endsWith('/offline-worker.js') && response.header('service-worker-allowed', `${config.basePath}/`),
  });
  healthRoutes(server, pools.within(readyWithinMs));
  messageRoutes(server, catalogues);
  paletteRoutes(kernel);
  savedViewRoutes(kernel);
  fileRoutes(kernel);
  pruneNightly(
    kernel,
    features.flatMap((feature) => feature.shortLived ?? []),
  );
  bulkWorkRoutes(kernel);
  undoRoutes(kernel);
  referenceRoutes(kernel);
  liveRoutes(kernel, async (ctx) => {
    const watched = await listWatched(ctx);
    const latest = (): ShellNews => ({
      counts: menuCounts(menu(), countedViews(watched, views, counts)),
      only_read: maintenance.isOn,
    });
    const listen = (notify: () => void) => {
      const ends = [counts.listen(notify), maintenance.listen(notify)];
      return () => ends.forEach((end) => end());
    };
    return { event: 'shell', latest, listen };
  });
  await opened.register(server);
  for (const feature of features) await feature.register(kernel);
  // Last on the page of settings.
  retainNightly(
    kernel,
    features.flatMap((feature) => feature.effects ?? []),
  );
  return {
    server,
    db: pools.db,
    work,
    jobs,
    storage: kernel.storage,
    files: kernel.files,
    start: async () => {
      if (!parts.clock) databaseClock.start();
      await Promise.all([changes.listen(), maintenance.start()]);
      await jobs.start();
    },
    stop: async () => {
      databaseClock.stop();
      maintenance.stop();
      await Promise.all([closeServer(server), jobs.stop()]);
      await Promise.all([counts.stop(), longCounts.stop()]);
      await changes.close();
      await pools.close();
      await tracing?.stop();
    },
  };
}
