export { collectionList, contentTypes } from './collection.rules.ts';
export { CollectionPicker, findCollectionByCid, findCollectionByCidx } from './collection-picker.tsx';
