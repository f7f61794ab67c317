import { PDFiumLibrary } from '@hyzyla/pdfium';

/** A page of a PDF as a reader sees it. */
export interface ReadPage {
  text: string;
  /** The page drawn, four bytes a pixel. */
  picture: { data: Uint8ClampedArray; width: number; height: number };
}

/** Reads a PDF with the library of a browser, not the one that wrote it; `dots` are pixels per point. */
export async function readPdf(file: Uint8Array, dots = 3): Promise<ReadPage[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(file);
  const pages: ReadPage[] = [];
  for (const page of document.pages()) {
    // First the text: drawing a page closes it.
    const text = page.getText();
    const { data, width, height } = await page.render({ scale: dots, render: 'bitmap' });
    pages.push({ text, picture: { data: new Uint8ClampedArray(data), width, height } });
  }
  document.destroy();
  library.destroy();
  return pages;
}
