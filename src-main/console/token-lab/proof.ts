import type { Access } from '../api-client/api-client.ts';
import type { Finding } from './finding.ts';
import type { LabReply, SendLabRequest } from './lab-caller.ts';
import type { SecretShelf } from './secret-shelf.ts';

/** A token or key that was made for a proof, or why there is none. */
export type Made<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly finding: Finding };

/** What a proof works with. Nothing here rejects; a cancelled run is thrown away by the runner. */
export interface ProofLab {
  readonly access: Access;
  readonly shelf: SecretShelf;
  readonly send: SendLabRequest;
  /** Makes a link token with the key of the profile, or with another key. */
  readonly mint: (key?: string) => Promise<Made<string>>;
  /** Exchanges a link token as the SDK does. */
  readonly exchange: (what: string, linkToken: string, more?: { readonly lane?: boolean }) => Promise<LabReply>;
  /** Mints and exchanges: an access token. */
  readonly accessToken: (key?: string) => Promise<Made<{ readonly token: string; readonly reply: LabReply }>>;
  /** Lets this much of the service's time go by: by its clock where that can be moved, else by waiting. */
  readonly letPass: (seconds: number, what: string) => Promise<Made<null>>;
  /** Null where the keys of the service cannot be made and revoked from here. */
  readonly keys: {
    readonly make: () => Promise<Made<{ readonly id: string; readonly apiKey: string }>>;
    readonly revoke: (id: string) => Promise<Made<null>>;
  } | null;
}

/** One proof: what it sends, and what it makes of the answers. */
export type Proof = (lab: ProofLab) => Promise<Finding>;
