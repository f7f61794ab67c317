export {
  type CollectionImage,
  deleteImages,
  findImage,
  findImages,
  forgetUnnamedImages,
  imagePrefix,
  insertImage,
} from './collection-images.store.ts';
