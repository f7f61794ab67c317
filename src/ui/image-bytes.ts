const beginnings = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
];

/** Whether a file begins as a JPEG or a PNG does, whatever it is called. The server looks at the rest. */
export async function looksLikeImage(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  return beginnings.some((beginning) => beginning.every((byte, index) => bytes[index] === byte));
}
