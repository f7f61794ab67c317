import { benchChanges } from './changes.bench.ts';
import { benchCodes } from './codes.bench.ts';
import { benchCodesList } from './codes-list.bench.ts';
import { benchCollection } from './collection.bench.ts';
import { benchCollectionLists } from './collection-list.bench.ts';
import { benchContentsUndo } from './contents-undo.bench.ts';
import { benchCrowd } from './crowd.bench.ts';
import { benchDeliveries } from './deliveries.bench.ts';
import { benchDue } from './due.bench.ts';
import { benchExports } from './exports.bench.ts';
import { benchHome } from './home.bench.ts';
import { benchHttp } from './http.bench.ts';
import { benchImport } from './import.bench.ts';
import { benchImportUndo } from './import-undo.bench.ts';
import { benchJoiners } from './joiners.bench.ts';
import { figures, line, meets, startBenchServer } from './kit.ts';
import { benchMemory } from './memory.bench.ts';
import { benchMillion } from './million.bench.ts';
import { benchMoving } from './moving.bench.ts';
import { benchOnix } from './onix.bench.ts';
import { benchPartitions } from './partitions.bench.ts';
import { benchPortal } from './portal.bench.ts';
import { benchPurge } from './purge.bench.ts';
import { benchRedeem } from './redeem.bench.ts';
import { benchRelease } from './release.bench.ts';
import { benchReport } from './report.bench.ts';
import { benchRoadmap } from './roadmap.bench.ts';
import { benchSaves } from './saves.bench.ts';
import { benchScript } from './script.bench.ts';
import { benchSearch } from './search.bench.ts';
import { benchSentences } from './sentences.bench.ts';
import { benchStart } from './start.bench.ts';
import { benchStatement } from './statement.bench.ts';
import { benchSteps } from './steps.bench.ts';
import { benchStream } from './stream.bench.ts';
import { benchTrail } from './trail.bench.ts';
import { benchUploads } from './uploads.bench.ts';
import { benchVend } from './vend.bench.ts';
import { benchWorkbench } from './workbench.bench.ts';

/** `npm run bench`: each hot path against its limit; `npm run bench -- import` runs only matching ones. */
const wanted = process.argv.slice(2);
const server = await startBenchServer();
const parts = {
  start: () => benchStart(server),
  script: () => benchScript(server),
  http: () => benchHttp(server),
  home: () => benchHome(server),
  search: () => benchSearch(server),
  import: () => benchImport(server),
  importUndo: () => benchImportUndo(server),
  onix: () => benchOnix(server),
  sentences: () => benchSentences(server),
  uploads: () => benchUploads(server),
  steps: () => benchSteps(server),
  changes: () => benchChanges(server),
  saves: () => benchSaves(server),
  stream: () => benchStream(server),
  collection: () => benchCollection(server),
  contentsUndo: () => benchContentsUndo(server),
  codesIssue: () => benchCodes(server),
  collectionList: () => benchCollectionLists(server),
  roadmap: () => benchRoadmap(server),
  deliveries: () => benchDeliveries(server),
  statement: () => benchStatement(server),
  codesList: () => benchCodesList(server),
  due: () => benchDue(server),
  portal: () => benchPortal(server),
  crowd: () => benchCrowd(server),
  purge: () => benchPurge(server),
  redeem: () => benchRedeem(server),
  vend: () => benchVend(server),
  joiners: () => benchJoiners(server),
  exports: () => benchExports(server),
  release: () => benchRelease(server),
  report: () => benchReport(server),
  memory: () => benchMemory(server),
  moving: () => benchMoving(server),
  trail: () => benchTrail(server),
  million: () => benchMillion(server),
  workbench: () => benchWorkbench(server),
  partitions: () => benchPartitions(),
};
// These take tens of minutes or gigabytes.
const onlyByName = ['trail', 'million', 'workbench', 'partitions'];
for (const [name, run] of Object.entries(parts)) {
  if (wanted.length === 0 ? !onlyByName.includes(name) : wanted.some((word) => name.includes(word))) await run();
}
await server.stop();
console.log(`\n        ratio  aim      figure\n${figures.map(line).join('\n')}`);
const limited = figures.filter(({ aim }) => aim);
console.log(`\n${limited.filter(meets).length} of ${limited.length} figures within their limits`);
