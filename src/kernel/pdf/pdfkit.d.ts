// Options that the library has and its types lack.
declare namespace PDFKit.Mixins {
  interface StructureElementOptions {
    scope?: 'Row' | 'Column';
    /** Left, top, right and bottom, in points. */
    bbox?: [number, number, number, number];
  }
}
