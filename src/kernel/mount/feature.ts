import type { FastifyInstance } from 'fastify';
import type { ChangeFeed } from '../changes/change-feed.ts';
import type { ChangeSets } from '../changesets/change-sets.ts';
import type { Undos } from '../changesets/undos.ts';
import type { Config } from '../config/config.ts';
import type { SealedColumn } from '../config/seal.ts';
import type { Approvals } from '../desk/approvals.ts';
import type { Belongings } from '../desk/belongings.ts';
import type { CachedCounts } from '../desk/cached-counts.ts';
import type { Calendar } from '../desk/calendar.ts';
import type { Faults } from '../desk/faults.ts';
import type { Home } from '../desk/home.ts';
import type { Mails } from '../desk/mails.ts';
import type { CountedItem } from '../desk/menu-counts.ts';
import type { FinderCards } from '../desk/palette.ts';
import type { SampleParts } from '../desk/sample-parts.ts';
import type { SavedViews } from '../desk/saved-views.ts';
import type { Settings } from '../desk/settings.ts';
import type { Terms } from '../desk/terms.ts';
import type { Handlers } from '../http/api-handlers.ts';
import type { ConstraintMeanings } from '../http/error-answers.ts';
import type { EventStreams } from '../http/event-streams.ts';
import type { Replays } from '../http/replay.ts';
import type { Web } from '../http/web.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Messages, Words } from '../messages/messages.ts';
import type { PersonalRows } from '../records/personal-rows.ts';
import type { Records } from '../records/records.ts';
import type { References } from '../records/references.ts';
import type { TrailWitnesses } from '../records/trail-witness.ts';
import type { FileOwners } from '../storage/file-owners.ts';
import type { Storage } from '../storage/storage.ts';
import type { Contract } from '../work/contract.ts';
import type { DataCheck, FileCheck } from '../work/data-check.ts';
import type { ExportedTables } from '../work/exported-tables.ts';
import type { Maintenance } from '../work/maintenance.ts';
import type { ShortLived } from '../work/short-lived.ts';
import type { UnitOfWork } from '../work/unit-of-work.ts';
import type { Checkup, Checkups } from './checkup.ts';
import type { FeatureGauge } from './metrics.ts';

/** What a feature gets when it registers. Nothing here exposes the connection pool. */
export interface Kernel {
  readonly config: Config;
  readonly work: UnitOfWork;
  readonly web: Web;
  /** Where a feature declares its kinds of records, each once. */
  readonly records: Records;
  readonly references: References;
  readonly settings: Settings;
  readonly views: SavedViews;
  /** What accounts have, for handing it over. */
  readonly belongings: Belongings;
  /** What needs another person, if the office wants that. */
  readonly approvals: Approvals;
  /** Makes planned calls again. */
  readonly replays: Replays;
  readonly home: Home;
  /** What the product mails to people. */
  readonly mails: Mails;
  /** What features have on days. */
  readonly calendar: Calendar;
  readonly counts: CachedCounts;
  /** Counts that may take seconds: apart from the others, which would wait for them. */
  readonly longCounts: CachedCounts;
  /** The kinds of faults that records may have. */
  readonly faults: Faults;
  /** What the house calls things, for those who show texts beside their English. */
  readonly terms: Terms;
  /** What the finder shows above its matches. */
  readonly cards: FinderCards;
  /** Where all features and the kernel store something about learners. */
  readonly personal: readonly PersonalRows[];
  /** Who learns what the product itself does to rows of the audit trail. */
  readonly trail: TrailWitnesses;
  /** What features add to the sample library. */
  readonly samples: SampleParts;
  readonly undos: Undos;
  /** How records are changed by sets of changes, now or later, and which records are such sets. */
  readonly changeSets: ChangeSets;
  readonly jobs: Jobs;
  /** For work in the background that is no job: it begins nothing while this is on. */
  readonly maintenance: Maintenance;
  readonly storage: Storage;
  readonly files: FileOwners;
  /** What shows whether the installation is in order. */
  readonly checkups: Checkups;
  readonly changes: ChangeFeed;
  readonly events: EventStreams;
  /** Mounts a contract's calls, one handler each. */
  readonly api: <C extends Contract>(calls: C, handlers: Handlers<C>) => void;
  /** For the few routes that are neither calls nor pages, such as the log-in form. */
  readonly app: FastifyInstance;
}

/** One part of the product, as `src/features.ts` lists it. */
export interface Feature {
  /** The name of its folder, and of its message file in the browser. */
  readonly name: string;
  readonly messages?: Pick<Messages<Words>, 'catalogues'>;
  /** Without messages of its own: the feature whose messages and tables it shares, and which stands above it. */
  readonly wordsOf?: string;
  /** Its menu entries; a function if they depend on the configuration. */
  readonly menu?: readonly CountedItem[] | ((config: Config) => readonly CountedItem[]);
  /** The errors for violations of its database constraints. */
  readonly constraints?: ConstraintMeanings;
  /** Where it stores sealed texts. */
  readonly sealed?: readonly SealedColumn[];
  /** Tables of its own with what acts did to rows, by `act_idx`: they are kept as long as acts can be undone. */
  readonly effects?: readonly string[];
  /** Where it stores something about learners, or what may name them: for what is exported and erased. */
  readonly personal?: readonly PersonalRows[];
  /** What an export of the whole office has of its tables, and what stays. */
  readonly exported?: ExportedTables;
  /** Rows of its own that are of no use after a time. */
  readonly shortLived?: readonly ShortLived[];
  /** What it adds to the metrics. */
  readonly gauges?: readonly FeatureGauge[];
  /** Whether what it stands on is in order: servers, files, settings. */
  readonly checkups?: readonly Checkup[];
  /** What always holds of its rows. */
  readonly checks?: readonly DataCheck[];
  /** The files its rows refer to. */
  readonly fileChecks?: readonly FileCheck[];
  register(kernel: Kernel): void | Promise<void>;
}
