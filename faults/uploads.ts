import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { fileForm, png } from '#features/image/image.fixture.ts';
import type { Checker } from './checker.ts';
import type { Team } from './team.ts';

/** Uploads covers to a team while something fails, and checks them at the end. */
export class Uploads {
  private readonly team: Team;
  private readonly pictures: readonly Buffer[];
  private readonly acknowledged: string[] = [];

  private constructor(team: Team, pictures: readonly Buffer[]) {
    this.team = team;
    this.pictures = pictures;
  }

  static async of(team: Team): Promise<Uploads> {
    return new Uploads(team, await Promise.all([1, 2, 3].map((seed) => png(seed, { width: 90, height: 120 }))));
  }

  /** Uploads one cover after another to the checker's collection. */
  async upload(checker: Checker, n: number): Promise<void> {
    const form = fileForm('collection_image', { 'cover.png': this.pictures[n % this.pictures.length] ?? '' });
    const began = performance.now();
    const answer = await this.team.target.request('POST', `/api/v1/collection/${checker.collection}/image/cover`, form);
    // A full disk is as clear a refusal as an unavailable server.
    if (!checker.note('upload', answer, began, [200, 507]) || answer.status !== 200) return;
    this.acknowledged.push(...JSON.parse(answer.text).results.files.collection_image);
  }

  /** The problems of the files at the end, each with its number of occurrences. */
  async count(): Promise<Map<string, number>> {
    const { filesUrl, filesFolder } = this.team;
    const whole = async (address: string) =>
      isWhole(Buffer.from(await (await fetch(filesUrl + address)).arrayBuffer()));
    const found = new Map([
      ['acknowledged files that are lost or cut short', await countBut(this.acknowledged, whole)],
    ]);
    if (filesFolder) {
      const under = (name: string) => path.join(filesFolder, 'files', name);
      const entries = await readdir(under('objects'), { recursive: true, withFileTypes: true });
      const files = entries.filter((one) => one.isFile()).map((one) => path.join(one.parentPath, one.name));
      found.set('files cut short', await countBut(files, isWhole));
      found.set('partial files', (await readdir(under('partial'))).length);
    }
    return new Map([...found].filter(([, count]) => count > 0));
  }
}

async function countBut<T>(all: readonly T[], isFound: (one: T) => Promise<boolean>): Promise<number> {
  let count = 0;
  for (const one of all) if (!(await isFound(one))) count += 1;
  return count;
}

/** Whether every pixel of an image can be decoded. */
const isWhole = (picture: Buffer | string): Promise<boolean> =>
  sharp(picture, { failOn: 'warning' })
    .stats()
    .then(
      () => true,
      () => false,
    );
