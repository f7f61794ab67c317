declare module 'subset-font' {
  /** The font with the glyphs of a text alone, at fixed values of its axes. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'sfnt'; variationAxes?: Record<string, number> },
  ): Promise<Buffer>;
}
