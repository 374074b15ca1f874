const hexByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Creates an sfc32 generator, which gives equal numbers on every platform. Each 32-bit stream gives other numbers. */
export const createRandom = (seed: number, stream = 0) => {
  let a = seed >>> 0;
  let b = Math.floor(seed / 2 ** 32) >>> 0;
  let c = (0x9e3779b9 ^ stream) >>> 0;
  let counter = 1;
  const nextBits = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  // Similar seeds start with similar numbers, so the first 16 are skipped.
  for (let round = 0; round < 16; round++) nextBits();
  const hex = (word: number): string =>
    `${hexByte[word >>> 24]}${hexByte[(word >>> 16) & 255]}${hexByte[(word >>> 8) & 255]}${hexByte[word & 255]}`;
  const next = (): number => nextBits() / 2 ** 32;
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
    uuid: () => {
      const [first, second, third, fourth] = [nextBits(), nextBits(), nextBits(), nextBits()];
      const middle = hex(((second & 0xffff0fff) | 0x00004000) >>> 0);
      const variant = hex(((third & 0x3fffffff) | 0x80000000) >>> 0);
      return `${hex(first)}-${middle.slice(0, 4)}-${middle.slice(4)}-${variant.slice(0, 4)}-${variant.slice(4)}${hex(fourth)}`;
    },
  };
};

export type Random = ReturnType<typeof createRandom>;
