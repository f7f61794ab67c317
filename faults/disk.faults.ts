import { mountSmallDisk } from '#test/small-disk.ts';
import { fill } from './full-disk.ts';
import { type Fault, underLoad } from './load.ts';
import { Office } from './office.ts';

const bytes = 160 << 20;

async function withFullDisk(): ReturnType<Fault['run']> {
  const disk = await mountSmallDisk(bytes);
  if (!disk) return 'a disk cannot be mounted here';
  const office = await Office.start({ DATA_DIR: disk.folder });
  const leave = office.supervise();
  try {
    // The WAL has to grow and there is no room: the server shuts down, which is the worst case.
    const grow = () => office.sql('select pg_switch_wal()').catch(() => undefined);
    return await underLoad(office, () => fill(disk.folder, grow), { mayEnd: true });
  } finally {
    leave();
    await office.stop();
    await disk.remove();
  }
}

export const diskFaults: Fault[] = [{ name: 'the disk of the database is full', run: withFullDisk }];
