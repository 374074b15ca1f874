import { z } from 'zod';
import { apiErrorSchema } from '../migration-api/api-error.ts';
import type { Operation } from '../migration-api/operations.ts';
import { readReport, reportedCollectionSchema, reportedItemSchema, reportSchema } from './reports.ts';

/** A leaf of its collection's Merkle tree. Hashes are lower-case hexadecimal. */
export const receiptItemSchema = z.strictObject({
  collection: z.string(),
  item: z.string().describe('ID at the source'),
  outcome: reportedItemSchema.shape.state,
  reason: z.string().nullable(),
  source_hash: z.string().nullable().describe("Hash of the item at the source. Null if the copy didn't read the item"),
  destination_hash: z
    .string()
    .nullable()
    .describe("Hash of the item that the copy read back. Null if the destination doesn't have this version"),
  place: z.string().nullable().describe('ID at the destination. Null without `destination_hash`'),
});
export type ReceiptItem = z.infer<typeof receiptItemSchema>;

const receiptCollectionSchema = z.object({
  ...reportedCollectionSchema.omit({ is_counted: true, is_forbidden: true, reasons: true }).shape,
  root: z.string().describe('Merkle root of the items by RFC 6962, in hexadecimal'),
});

/** The signed part of a receipt. */
export const receiptSchema = z.object({
  ...reportSchema.omit({ is_practice: true, kept_until: true }).shape,
  object: z.literal('receipt'),
  version: z.literal(1),
  service_version: z.string(),
  source: z.strictObject({ provider: z.string().nullable(), user_name: z.string().nullable() }),
  destination: z.string().nullable().describe('URL of the destination, without a user name'),
  collections: z.array(receiptCollectionSchema),
});
export type Receipt = z.infer<typeof receiptSchema>;

export const receiptFileSchema = z.strictObject({
  items: z.array(receiptItemSchema),
  receipt: receiptSchema,
  signature: z.string().describe('Ed25519 signature of the receipt, in base64'),
});
export type ReceiptFile = z.infer<typeof receiptFileSchema>;

export const readReceipt = {
  ...readReport,
  id: 'reports.v1.migrations.receipt',
  path: '/reports/v1/migrations/{id}/receipt',
  summary: 'Get the signed receipt of a migration that has ended',
  description:
    'Lists each item with its hashes. Returns 404 for a practice copy, and 409 while the copy is in progress.',
  replies: { ...readReport.replies, 200: receiptFileSchema, 409: apiErrorSchema },
} as const satisfies Operation;
