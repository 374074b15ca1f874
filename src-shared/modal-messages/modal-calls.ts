import { z } from 'zod';
import { isStorable } from '../migration-api/storable-text.ts';
import { receiptFileSchema } from '../reports-api/receipts.ts';
import { modalChangesSchema, modalStateSchema, maxCollections } from './modal-state.ts';

export interface ModalCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
}

const name = (field: string) =>
  z
    .string({ error: `${field} must be a string.` })
    .min(1, `${field} must not be empty.`)
    .max(200, `${field} must have at most 200 characters.`)
    .refine(isStorable, `${field} must be a string without NUL characters.`);

/** Calls of the modal page. Only the modal's own origin may use them, and each works only for the modal in its URL. */
export const modalCalls = {
  readState: { method: 'GET', path: 'state', reply: modalStateSchema },
  readChanges: { method: 'GET', path: 'changes', reply: modalChangesSchema },
  readReceipt: { method: 'GET', path: 'receipt', reply: receiptFileSchema },
  chooseProvider: {
    method: 'POST',
    path: 'provider',
    body: z.object({ provider: name('provider') }),
    reply: modalStateSchema,
  },
  /** The service checks the password and doesn't store it. */
  logIn: {
    method: 'POST',
    path: 'login',
    body: z.object({
      user_name: name('user_name'),
      password: name('password'),
      destination: z
        .object({ user_name: name('destination.user_name'), password: name('destination.password') })
        .optional(),
    }),
    reply: modalStateSchema,
  },
  sendCode: { method: 'POST', path: 'code', body: z.object({ code: name('code') }), reply: modalStateSchema },
  chooseCompany: {
    method: 'POST',
    path: 'company',
    body: z.object({ company: name('company') }),
    reply: modalStateSchema,
  },
  startCopy: {
    method: 'POST',
    path: 'begin',
    body: z.object({
      /** Indexes in `progress` of the collections to copy. If omitted, the service copies all collections. */
      collections: z.array(z.int().min(0)).max(maxCollections).optional(),
    }),
    reply: modalStateSchema,
  },
  answer: { method: 'POST', path: 'answer', body: z.object({ option: name('option') }), reply: modalStateSchema },
  close: { method: 'POST', path: 'close', body: z.object({}), reply: modalStateSchema },
  /**
   * After FAILED, or COMPLETED_WITH_FAILURES of a real copy: creates a migration with its own modal, which starts at the
   * same provider's login. In the second case, it copies only the failed items.
   */
  retry: { method: 'POST', path: 'retry', body: z.object({}), reply: z.strictObject({ url: z.url() }) },
} as const satisfies Record<string, ModalCall>;

export type ModalCallName = keyof typeof modalCalls;
export type ModalCallPath = (typeof modalCalls)[ModalCallName]['path'];
