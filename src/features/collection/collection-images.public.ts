export {
  type CollectionImage,
  findImage,
  findImages,
  imagePrefix,
  insertForLater,
  noteUnnamed,
} from './collection-images.store.ts';
