export { maxPreviews } from './book-images.rules.ts';
export { imagesBack } from './image-undo.service.ts';
export type { imageApi } from './images.contract.ts';
export { type BookImages, readBookImages, readImagePaths } from './images.read.ts';
export { lockBooks } from './images.store.ts';
export { dropImages, takeImages, type VerifiedImage, verifyImages } from './staged-images.service.ts';
