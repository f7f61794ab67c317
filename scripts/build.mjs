import { prepare } from './setup.mjs';

await prepare({ build: true });
console.log('The screens are built.');
