import { drawImage } from './image-work.ts';

/** A process that makes a small picture, then four of a large one at once, and says how far its memory rose. Bytes. */
const [, , small = '', large = ''] = process.argv;
const make = (file: string) => drawImage(file, { formats: ['jpg', 'png'], thumbs: { list: 80, detail: 640 } });
const highest = () => process.resourceUsage().maxRSS * 1024;

await make(small);
const idle = highest();
await Promise.all([make(large), make(large), make(large), make(large)]);
console.log(highest() - idle);
