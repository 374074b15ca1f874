import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { CallBody } from '#shared/dashboard-api/dashboard-calls.ts';

const cborHead = (major: number, size: number): Buffer =>
  size < 24
    ? Buffer.from([(major << 5) | size])
    : size < 256
      ? Buffer.from([(major << 5) | 24, size])
      : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
const cborBytes = (value: Buffer): Buffer => Buffer.concat([cborHead(2, value.length), value]);
const cborText = (value: string): Buffer => Buffer.concat([cborHead(3, value.length), Buffer.from(value)]);
const cborInteger = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborMap = (...entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);

const flags = { present: 1, verified: 4, attested: 64 } as const;
const base64url = (value: Buffer): string => value.toString('base64url');
const hashOf = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest();

/** Input of an authenticator's response. Tests set wrong values. */
interface Statement {
  readonly challenge: string;
  readonly origin: string;
  readonly host: string;
  /** Whether the authenticator verified fingerprint, face or PIN. */
  readonly verified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
}

/** A passkey according to WebAuthn (level 2, sections 6.1 and 6.5). Implemented independently of the service. */
export const createSoftwarePasskey = () => {
  const id = randomBytes(16);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const point = publicKey.export({ format: 'jwk' });
  const authenticatorData = ({ host, verified = true, counter = 0 }: Statement, attested?: Buffer): Buffer => {
    const flag = flags.present | (verified ? flags.verified : 0) | (attested ? flags.attested : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([hashOf(host), Buffer.from([flag]), count, ...(attested ? [attested] : [])]);
  };
  const clientData = (type: string, { challenge, origin }: Statement): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const device = { id: base64url(id), rawId: base64url(id), type: 'public-key' } as const;
  return {
    ...device,
    create: (statement: Statement): CallBody<'addPasskey'>['credential'] => {
      const key = cborMap(
        [cborInteger(1), cborInteger(2)],
        [cborInteger(3), cborInteger(-7)],
        [cborInteger(-1), cborInteger(1)],
        [cborInteger(-2), cborBytes(Buffer.from(point.x ?? '', 'base64url'))],
        [cborInteger(-3), cborBytes(Buffer.from(point.y ?? '', 'base64url'))],
      );
      const attestedBytes = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const attestation = cborMap(
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap()],
        [cborText('authData'), cborBytes(authenticatorData(statement, attestedBytes))],
      );
      return {
        ...device,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', statement)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      };
    },
    get: (statement: Statement): CallBody<'signInByPasskey'>['credential'] => {
      const data = authenticatorData(statement);
      const client = clientData('webauthn.get', statement);
      const signature = sign('sha256', Buffer.concat([data, hashOf(client)]), privateKey);
      return {
        ...device,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          ...(statement.userHandle !== undefined && { userHandle: base64url(Buffer.from(statement.userHandle)) }),
        },
      };
    },
  };
};
export type SoftwarePasskey = ReturnType<typeof createSoftwarePasskey>;
