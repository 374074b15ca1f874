/** Maximum size of a logo in bytes. Encoded in base64, the logo must fit into the body of a call. */
export const maxLogoBytes = 32 * 1024;
const sidePixels = { min: 32, max: 1_024 } as const;

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const numberAt = (bytes: Uint8Array, at: number): number =>
  bytes.subarray(at, at + 4).reduce((number, byte) => number * 256 + byte, 0);

/** Returns why a logo's type or size is invalid. Null doesn't mean that the image itself is valid. */
export const logoProblem = (bytes: Uint8Array): string | null => {
  if (signature.some((byte, at) => bytes[at] !== byte)) return 'The logo must be a PNG image.';
  if (bytes.length > maxLogoBytes)
    return `The logo is ${Math.ceil(bytes.length / 1024)} KiB. The limit is ${maxLogoBytes / 1024} KiB. Use a smaller image.`;
  // A file this short contains no image size. The PNG parser reports the error.
  if (bytes.length < 24) return null;
  const [width, height] = [numberAt(bytes, 16), numberAt(bytes, 20)];
  return [width, height].every((pixels) => pixels >= sidePixels.min && pixels <= sidePixels.max)
    ? null
    : `The logo is ${width} x ${height} pixels. Each side must be ${sidePixels.min} to ${sidePixels.max} pixels.`;
};
