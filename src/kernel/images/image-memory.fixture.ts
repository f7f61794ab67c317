import { readFileSync } from 'node:fs';
import { drawImage } from './image-work.ts';

/** A process that makes a small image, then a large one four times in parallel, and reports its peak memory. Bytes. */
const [, , small = '', large = ''] = process.argv;
const make = (file: string) => drawImage(file, { formats: ['jpg', 'png'], thumbs: { list: 80, detail: 640 } });
// Peak memory of this program alone: `resourceUsage` includes that of the parent process before exec.
const highest = () => {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
};

await make(small);
const idle = highest();
await Promise.all([make(large), make(large), make(large), make(large)]);
console.log(highest() - idle);
