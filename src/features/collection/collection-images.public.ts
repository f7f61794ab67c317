export {
  type CollectionImage,
  deleteImages,
  findImage,
  findImages,
  forgetUnnamedImages,
  imagePrefix,
  insertImage,
} from './collection-images.store.ts';
export { showImage } from './images/collection-images.service.ts';
