export interface Run {
  readonly bytes: Uint8Array;
  readonly differs: boolean;
}

/** Maximum offset when aligning the two bodies again, and the number of bytes that must then be equal. */
const maxOffset = 64;
const minEqualBytes = 4;

const isAlike = (a: Uint8Array, i: number, b: Uint8Array, j: number): boolean => {
  for (let k = 0; k < minEqualBytes; k += 1) {
    const [x, y] = [a[i + k], b[j + k]];
    if (x === undefined && y === undefined) return true;
    if (x !== y) return false;
  }
  return true;
};

const isSpace = (byte: number | undefined): boolean => byte === 32 || byte === 10 || byte === 13 || byte === 9;

function resume(a: Uint8Array, i: number, b: Uint8Array, j: number): readonly [number, number] {
  const skipSpaces = (bytes: Uint8Array, from: number): number =>
    isSpace(bytes[from]) ? skipSpaces(bytes, from + 1) : from;
  const [x0, y0] = [skipSpaces(a, i), skipSpaces(b, j)];
  if ((x0 > i || y0 > j) && a[x0] === b[y0]) return [x0, y0];
  for (let sum = 1; sum <= maxOffset; sum += 1) {
    for (let di = 0; di <= sum; di += 1) {
      const [x, y] = [i + di, j + sum - di];
      if (x <= a.length && y <= b.length && isAlike(a, x, b, y)) return [x, y];
    }
  }
  return [a.length, b.length];
}

/** Compares two bodies as runs. After too many differences, the rest counts as different. */
export function diffBytes(a: Uint8Array, b: Uint8Array): { readonly a: readonly Run[]; readonly b: readonly Run[] } {
  const runs = { a: [] as Run[], b: [] as Run[] };
  const put = (to: Run[], bytes: Uint8Array, differs: boolean) => {
    if (bytes.length > 0) to.push({ bytes, differs });
  };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [from, other] = [i, j];
    while (i < a.length && j < b.length && a[i] === b[j]) {
      i += 1;
      j += 1;
    }
    put(runs.a, a.subarray(from, i), false);
    put(runs.b, b.subarray(other, j), false);
    if (i === a.length && j === b.length) break;
    const [x, y] = resume(a, i, b, j);
    put(runs.a, a.subarray(i, x), true);
    put(runs.b, b.subarray(j, y), true);
    i = x;
    j = y;
  }
  return runs;
}

export const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

export const firstDifference = (runs: readonly Run[]): number =>
  runs[0]?.differs === false ? runs[0].bytes.length : 0;

export function windowOf(runs: readonly Run[], from: number, max: number): readonly Run[] {
  let at = 0;
  return runs.flatMap(({ bytes, differs }) => {
    const part = bytes.subarray(Math.max(0, from - at), Math.max(0, from + max - at));
    at += bytes.length;
    return part.length === 0 ? [] : [{ bytes: part, differs }];
  });
}

const marks: Readonly<Record<string, string>> = {
  ' ': '·',
  '\n': '↵',
  '\r': '␍',
  '\t': '→',
  '\uFEFF': '⟨BOM⟩',
  '\0': '␀',
};

export const runText = ({ bytes, differs }: Run): string => {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return differs ? text.replace(/[ \n\r\t\uFEFF\0]/g, (mark) => marks[mark] ?? mark) : text;
};

export const runHex = ({ bytes }: Run): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
