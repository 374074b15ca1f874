import type { SignatureFault } from '#shared/console-contract/signature-check.ts';
import { secretPrefix, signatureVersion } from '#shared/webhooks-api/signature.ts';

export interface PastedSignature {
  /** For example "v1". Null without a version. */
  readonly version: string | null;
  /** The 32 bytes in base64. Null if invalid. */
  readonly mac: string | null;
  readonly isHex: boolean;
  /** How the format differs from the format that receivers accept. Null without a difference. */
  readonly fault: SignatureFault | null;
  readonly text: string;
}

const macBytes = 32;

function macOf(text: string): Pick<PastedSignature, 'mac' | 'isHex'> {
  const isHex = /^[\da-f]{64}$/i.test(text);
  // Characters after the base64 are reported as a fault.
  const bytes = Buffer.from(isHex ? text : (/^[\w+/-]+/.exec(text)?.[0] ?? ''), isHex ? 'hex' : 'base64');
  return { mac: bytes.length === macBytes ? bytes.toString('base64') : null, isHex };
}

/** Parses the signatures of a header in any spelling. Receivers accept only signatures without a fault. */
export const readSignatures = (values: readonly string[]): readonly PastedSignature[] =>
  values.flatMap((value) => {
    // Windows and some editors break a header line at its spaces.
    const parts = new Set(value.split(/[ \r\n]+/));
    return Array.from(
      value.matchAll(/(?:(v\d+[a-z]{0,3})(\s?,\s?|=))?([\w+/-]{8,}[\w=+/%-]*)/gi),
      ([text, version, mark = '', signature = '']) => {
        const { mac, isHex } = macOf(signature);
        const faultOf = (): SignatureFault | null => {
          if (/\s/.test(mark)) return 'space';
          if (/[-_]/.test(signature)) return 'url_letters';
          if (signature !== mac) return 'padding';
          return parts.has(text) ? null : 'joined';
        };
        return { version: version === undefined || mark === '=' ? null : version, text, mac, isHex, fault: faultOf() };
      },
    );
  });

export const isCurrent = ({ version }: PastedSignature): boolean => version === signatureVersion;

export const isExact = (signature: PastedSignature): boolean => isCurrent(signature) && signature.fault === null;

interface PastedSecret {
  readonly key: Buffer | null;
  readonly fault: 'empty' | 'letters' | 'url_letters' | 'quotes' | 'length' | null;
}

/** Allowed length of a secret's key, in bytes (Standard Webhooks). */
const keyBytes = { min: 24, max: 64 };

export function readSecret(given: string): PastedSecret {
  const text = given.trim();
  if (text === '' || text === secretPrefix) return { key: null, fault: 'empty' };
  const bare = text.replace(/^["'`]+/, '').replace(/(?<!["'`;,])["'`;,]+$/, '');
  const base64 = bare.startsWith(secretPrefix) ? bare.slice(secretPrefix.length) : bare;
  if (!/^[\w+/-]+={0,2}$/.test(base64)) return { key: null, fault: 'letters' };
  const key = Buffer.from(base64, 'base64');
  if (bare !== text) return { key, fault: 'quotes' };
  if (/[-_]/.test(base64)) return { key, fault: 'url_letters' };
  const isWhole = base64.replace(/(?<!=)=+$/, '').length % 4 !== 1;
  if (!isWhole || key.length < keyBytes.min || key.length > keyBytes.max) return { key, fault: 'length' };
  return { key, fault: null };
}
