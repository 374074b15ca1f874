import type { FaultEffect } from '#shared/service-control/fault-rule.ts';

/** Half of the JSON, sent as if it were all. */
export const applyWrongJson = ({ wrong_json: wrong }: FaultEffect, payload: string): string =>
  wrong ? payload.slice(0, Math.max(Math.floor(payload.length / 2), 1)) : payload;
