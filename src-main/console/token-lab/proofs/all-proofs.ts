import type { ProofId } from '#shared/token-lab/proofs.ts';
import type { Proof } from '../proof.ts';
import { accessTokenHour } from './access-token-hour.ts';
import { cookie } from './cookie.ts';
import { cors } from './cors.ts';
import { eightAtOnce } from './eight-at-once.ts';
import { errorShapes } from './error-shapes.ts';
import { expiry } from './expiry.ts';
import { noScheme } from './no-scheme.ts';
import { revokedKey } from './revoked-key.ts';
import { singleUse } from './single-use.ts';
import { wrongKey } from './wrong-key.ts';

/** Every proof by its id. */
export const allProofs: Readonly<Record<ProofId, Proof>> = {
  single_use: singleUse,
  expiry,
  eight_at_once: eightAtOnce,
  wrong_key: wrongKey,
  no_scheme: noScheme,
  revoked_key: revokedKey,
  cookie,
  error_shapes: errorShapes,
  cors,
  access_token_hour: accessTokenHour,
};
