import { open } from 'node:fs/promises';

/** Bytes before the fuses in the program file. @see https://www.electronjs.org/docs/latest/tutorial/fuses */
const sentinel = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX');
/** The fuses of wire version 1 in their order, with their expected states. */
const fuses = [
  ['RunAsNode', false],
  ['EnableCookieEncryption', true],
  ['EnableNodeOptionsEnvironmentVariable', false],
  ['EnableNodeCliInspectArguments', false],
  ['EnableEmbeddedAsarIntegrityValidation', true],
  ['OnlyLoadAppFromAsar', true],
  ['LoadBrowserProcessSpecificV8Snapshot', false],
  ['GrantFileProtocolExtraPrivileges', false],
  ['WasmTrapHandlers', true],
] as const;
const states: Readonly<Record<number, FuseState>> = { 0x30: 'off', 0x31: 'on', 0x72: 'removed' };
const pieceBytes = 4 * 1024 * 1024;

type FuseState = 'on' | 'off' | 'removed' | 'unknown';
type FuseName = (typeof fuses)[number][0];
export interface Fuse {
  readonly name: FuseName;
  readonly state: FuseState;
  readonly wanted: 'on' | 'off';
}

/** Returns null if the file has no fuses. Rejects if the file can't be read. */
export async function readFuses(file: string): Promise<Fuse[] | null> {
  const wire = await findWire(file);
  if (!wire || wire[0] !== 1) return null;
  return fuses.map(([name, wanted], index): Fuse => {
    const byte = index < (wire[1] ?? 0) ? wire[2 + index] : undefined;
    return { name, state: (byte !== undefined && states[byte]) || 'unknown', wanted: wanted ? 'on' : 'off' };
  });
}

async function findWire(file: string): Promise<Buffer | null> {
  const handle = await open(file, 'r');
  try {
    const overlap = sentinel.length + 64;
    const piece = Buffer.alloc(pieceBytes + overlap);
    for (let at = 0; ; at += pieceBytes) {
      const { bytesRead } = await handle.read(piece, 0, piece.length, at);
      const sentinelAt = piece.subarray(0, bytesRead).indexOf(sentinel);
      if (sentinelAt >= 0 && sentinelAt < pieceBytes)
        return Buffer.from(piece.subarray(sentinelAt + sentinel.length, bytesRead));
      if (bytesRead < piece.length) return null;
    }
  } finally {
    await handle.close();
  }
}
