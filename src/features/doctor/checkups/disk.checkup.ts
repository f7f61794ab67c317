import { statfs } from 'node:fs/promises';
import type { Checkup, Finding } from '#kernel/mount/checkup.ts';

// Shares of the disk that are left, the first as in deploy/prometheus/alerts.yaml.
const little = 0.1;
const hardly = 0.03;

/** What is left of a disk, in bytes and in inodes; some file systems have no fixed number of those, and say 0. */
interface Disk {
  free: number;
  size: number;
  freeNodes: number;
  nodes: number;
}

/** The disk of DATA_DIR, its bytes and its inodes. */
export const diskCheckup: Checkup = {
  name: 'disk',
  label: 'doctor.check_disk',
  async find({ config: { dataDir } }) {
    const { bavail, blocks, bsize, ffree, files } = await statfs(dataDir);
    return diskFinding({ free: bavail * bsize, size: blocks * bsize, freeNodes: ffree, nodes: files });
  },
};

/** What that means. */
export function diskFinding({ free, size, freeNodes, nodes }: Disk): Finding {
  const [space, inodes] = [free / size, nodes > 0 ? freeNodes / nodes : 1];
  const least = Math.min(space, inodes);
  const values = { free: gigabytes(free), size: gigabytes(size), inodes: Math.floor(inodes * 100) };
  if (least >= little) return { state: 'ok', says: [{ key: 'doctor.disk_ok', values }] };
  return {
    state: least < hardly ? 'bad' : 'warn',
    says: [{ key: space <= inodes ? 'doctor.disk_full' : 'doctor.disk_inodes', values }],
    hint: { key: 'doctor.disk_end' },
    act: { guide: 'operations/growth' },
  };
}

const gigabytes = (bytes: number) => Math.round(bytes / 1e8) / 10;
