import type { KeychainState } from '#shared/console-contract/api-key-calls.ts';

/** Why the store failed. Each state needs a different next step. */
export interface SecretStoreFailure {
  readonly ok: false;
  readonly state: Exclude<KeychainState, 'ok'>;
  /** The system's message on one line. Never contains a secret. */
  readonly detail: string;
}
export type SecretResult<Value> = { readonly ok: true; readonly value: Value } | SecretStoreFailure;

/**
 * Stores one secret string per account. Calls end within the deadline and never reject. A locked store may return null
 * from `get`, as if there were no secret; see `probeStore`.
 */
export interface SecretStore {
  readonly get: (account: string) => Promise<SecretResult<string | null>>;
  readonly set: (account: string, secret: string) => Promise<SecretResult<null>>;
  readonly delete: (account: string) => Promise<SecretResult<boolean>>;
}
