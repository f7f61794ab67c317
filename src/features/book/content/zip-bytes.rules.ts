/** Whether a file begins as a zip does, as every EPUB is one, whatever it is called. The server looks at the rest. */
export async function looksLikeZip(file: File): Promise<boolean> {
  return (await file.slice(0, 2).text()) === 'PK';
}
