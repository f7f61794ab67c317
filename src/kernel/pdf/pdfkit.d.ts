// What the library has and its types lack.
declare namespace PDFKit {
  interface PDFStructureElement {
    /** What is written of it. */
    readonly dictionary: { data: { P?: unknown } };
  }

  namespace Mixins {
    interface StructureElementOptions {
      scope?: 'Row' | 'Column';
      /** Left, top, right and bottom, in points. */
      bbox?: [number, number, number, number];
    }
  }
}
