import type { z } from 'zod';
import {
  type CheckName,
  type Finding,
  type signatureArgsSchema,
  type SignatureCause,
  type SignatureResult,
} from '#shared/console-contract/signature-check.ts';
import { toleranceSeconds, webhookHeaders } from '#shared/webhooks-api/signature.ts';
import { bodyVariants, compareBodies } from './body-variants.ts';
import { findMatch, type Match, type Search } from './find-match.ts';
import { readTree, writeTree } from './json-forms.ts';
import { type PastedHeaders, readHeaders } from './read-headers.ts';
import { isCurrent, isExact, type PastedSignature, readSecret, readSignatures } from './read-signature.ts';
import { createTimeSlices, type TimeSlices } from './time-slices.ts';

export interface SignatureCheckOptions {
  /** Time of this device's clock, in ms. */
  readonly now: number;
  /** Maximum seconds between the given timestamp and that of another attempt. Four days include all retries. */
  readonly spanSeconds?: number;
  readonly turns?: TimeSlices;
  readonly signal: AbortSignal;
}

const defaultSpanSeconds = 4 * 86_400;
const shownBytes = 4_096;

const checkOf: Readonly<Record<SignatureCause, CheckName>> = {
  header_missing: 'headers',
  timestamp_unreadable: 'clock',
  version_missing: 'version',
  signature_inexact: 'version',
  secret_not_base64: 'secret_form',
  clock: 'clock',
  old_secret: 'secret',
  wrong_secret: 'secret',
  body_rewritten: 'body',
  body_encoding: 'body',
  body_cut: 'body',
  other_timestamp: 'headers',
  other_event: 'headers',
};

const firstBytes = (bytes: Buffer) => ({ length: bytes.length, hex: bytes.subarray(0, shownBytes).toString('hex') });

/** Explains a signature that no receiver accepts, because of its format. */
function signatureFault(signature: PastedSignature | undefined, text: string): Finding {
  const received = text.slice(0, 60);
  if (!signature?.mac) return { cause: 'version_missing', form: 'unreadable', received };
  if (signature.version !== null && !isCurrent(signature)) {
    return { cause: 'version_missing', form: 'other_version', received };
  }
  if (signature.isHex) return { cause: 'version_missing', form: 'hex', received };
  if (signature.version === null) return { cause: 'version_missing', form: 'bare', received };
  return { cause: 'signature_inexact', why: signature.fault ?? 'padding', received };
}

function readFaults(headers: PastedHeaders, secretFault: ReturnType<typeof readSecret>['fault']): Finding[] {
  const findings: Finding[] = [];
  const parts = Object.entries(webhookHeaders) as [keyof typeof webhookHeaders, string][];
  const names = parts.filter(([part]) => headers[part].length === 0).map(([, name]) => name);
  if (names.length > 0) {
    findings.push({ cause: 'header_missing', names, instead: [...headers.instead] });
  }
  const [timestamp] = headers.timestamp;
  if (timestamp !== undefined && !/^\d{1,12}$/.test(timestamp)) {
    const milliseconds = /^\d{13}$/.test(timestamp);
    findings.push({ cause: 'timestamp_unreadable', received: timestamp.slice(0, 60), milliseconds });
  }
  const signatures = readSignatures(headers.signature);
  if (headers.signature.length > 0 && !signatures.some(isExact)) {
    findings.push(signatureFault(signatures[0], headers.signature[0] ?? ''));
  }
  if (secretFault !== null) findings.push({ cause: 'secret_not_base64', why: secretFault });
  return findings;
}

async function explain(match: Match, search: Search, body: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (match.head && match.head.id !== search.head.id) {
    findings.push({ cause: 'other_event', expected: match.head.id, received: search.head.id });
  }
  if (match.head && match.head.timestamp !== search.head.timestamp) {
    const { timestamp: expected } = match.head;
    findings.push({ cause: 'other_timestamp', expected, received: search.head.timestamp });
  }
  if (match.secret) findings.push({ cause: 'old_secret' });
  if (match.body?.what.kind === 'encoding') {
    findings.push({ cause: 'body_encoding', encoding: match.body.what.encoding });
  }
  if (match.body?.what.kind === 'text') {
    findings.push({
      cause: 'body_rewritten',
      ...(await compareBodies(match.body.what.text, body, search.turns)),
    });
  }
  return findings;
}

function guess(body: string): Finding {
  if (body.includes('\uFFFD')) return { cause: 'body_encoding', encoding: 'replaced' };
  const tree = readTree(body);
  if (tree === null) return { cause: 'body_cut' };
  const asSent = writeTree(tree, { spacing: 'compact', order: 'original', escapes: 'none' }) === body;
  return { cause: 'wrong_secret', asSent };
}

export async function checkSignature(
  args: z.output<typeof signatureArgsSchema>,
  { now, spanSeconds = defaultSpanSeconds, turns = createTimeSlices(), signal }: SignatureCheckOptions,
): Promise<SignatureResult> {
  const headers = readHeaders(args.headers);
  const { key, fault } = readSecret(args.secret);
  const findings = readFaults(headers, fault);
  const received = args.receivedAt === null ? now : Date.parse(args.receivedAt);
  const [id, timestamp] = [headers.id[0], headers.timestamp[0]];
  const body = Buffer.from(args.body);
  const signatures = readSignatures(headers.signature);
  const macs = new Set(signatures.flatMap(({ mac }) => mac ?? []));
  const other = readSecret(args.otherSecret).key;

  let bodies: SignatureResult['bodies'] = null;
  let isMatched = false;
  const canCheck = key !== null && id !== undefined && timestamp !== undefined && macs.size > 0;
  if (canCheck) {
    const timestampInSeconds = /^\d{13}$/.test(timestamp) ? [{ id, timestamp: timestamp.slice(0, 10) }] : [];
    const heads = [
      ...timestampInSeconds,
      ...headers.id.flatMap((each) => headers.timestamp.map((time) => ({ id: each, timestamp: time }))),
    ];
    const search: Search = {
      key,
      head: { id, timestamp },
      body,
      macs,
      otherKeys: other && !other.equals(key) ? [other] : [],
      otherHeads: heads.filter((head) => head.id !== id || head.timestamp !== timestamp),
      variants: bodyVariants(args.body),
      spanSeconds,
      turns,
      signal,
    };
    const match = await findMatch(search);
    if (match && fault === 'length') findings.pop();
    const matchingSignatures = signatures.filter(({ mac }) => mac === match?.mac);
    // Every receiver rejects a header with a malformed match and a well-formed signature that doesn't match.
    if (match && signatures.some(isExact) && !matchingSignatures.some(isExact)) {
      findings.push(signatureFault(matchingSignatures[0], matchingSignatures[0]?.text ?? ''));
    }
    findings.push(...(match ? await explain(match, search, args.body) : [guess(args.body)]));
    if (match?.body) bodies = { signed: firstBytes(match.body.bytes), pasted: firstBytes(body) };
    isMatched = match !== null;
  }

  const ageSeconds = timestamp !== undefined && /^\d{1,12}$/.test(timestamp) ? ageOf(timestamp, received) : null;
  if (ageSeconds !== null && Math.abs(ageSeconds) > toleranceSeconds) {
    findings.push({ cause: 'clock', seconds: ageSeconds });
  }
  return {
    right: canCheck && findings.length === 0,
    findings,
    checks: statesOf(findings, {
      headers: headers.id.length > 0 && headers.timestamp.length > 0 && headers.signature.length > 0,
      version: headers.signature.length > 0,
      clock: ageSeconds !== null,
      secret_form: fault === null,
      secret: isMatched,
      body: isMatched,
    }),
    ageSeconds,
    keyBytes: key?.length ?? null,
    bodies,
  };
}

const ageOf = (timestamp: string, received: number): number => Math.round(received / 1000) - Number(timestamp);

/** Returns the state of each check: bad if a finding names the check, good if it was verified, otherwise open. */
function statesOf(
  findings: readonly Finding[],
  verified: Readonly<Record<CheckName, boolean>>,
): SignatureResult['checks'] {
  const failedChecks = new Set(findings.map(({ cause }) => checkOf[cause]));
  const states = Object.entries(verified).map(([name, isVerified]) => {
    return [name, failedChecks.has(name as CheckName) ? 'bad' : isVerified ? 'good' : 'open'];
  });
  return Object.fromEntries(states) as SignatureResult['checks'];
}
