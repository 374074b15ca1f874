import { Readable } from 'node:stream';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import { type ReceiptItem, receiptSchema } from '#shared/reports-api/receipts.ts';
import type { Report } from '#shared/reports-api/reports.ts';
import { WithHeaders } from '../http/mount-operations.ts';
import { refuse } from '../http/refusal.ts';
import { hasStarted } from '../migration-engine/run.ts';
import { serviceVersion } from '../operations/service-version.ts';
import { type ReportedRun, reportOf, toReported } from './reported-run.ts';
import type { CopiedItem } from '../store/copied-items.ts';
import type { Store } from '../store/store.ts';
import { leafHash, merkleRoot, signReceipt } from '../receipts/receipt-proof.ts';

type ReceiptStore = Pick<Store, 'copiedItems' | 'receiptKeys'>;

const itemsPerRead = 1_000;
const countedOutcomes = ['copied', 'altered', 'skipped', 'failed'] as const;

const toReceiptItem = (copied: CopiedItem): ReceiptItem => {
  const { collection, item, state, reason, place } = toReported(copied);
  const { fingerprint, sourceFingerprint = null, thereFingerprint } = copied;
  const isThere = state === 'copied' || state === 'altered' || reason === 'already_there';
  // Items of earlier versions have no `thereFingerprint`.
  const thereHash = thereFingerprint ?? (state === 'copied' ? fingerprint : null);
  const there =
    isThere && thereHash !== null ? { destination_hash: thereHash, place } : { destination_hash: null, place: null };
  return { collection, item, outcome: state, reason, source_hash: sourceFingerprint, ...there };
};

const itemsChanged = (): Error => new Error('The items changed while the service sent the receipt.');

const receiptOf = ({ run }: ReportedRun, report: Report, leaves: readonly (readonly string[])[]) =>
  receiptSchema.parse({
    ...report,
    object: 'receipt',
    version: 1,
    service_version: serviceVersion,
    source: { provider: run.provider, user_name: run.login?.userName ?? null },
    destination: run.copy?.destination?.split(' ')[0] ?? null,
    collections: report.collections.map((one, index) => ({ ...one, root: merkleRoot(leaves[index] ?? []) })),
  });

/** Yields the file in parts, because a large copy has 100,000 items. The signature is last, so a cut file has none. */
async function* receiptText({ copiedItems, receiptKeys }: ReceiptStore, reported: ReportedRun): AsyncGenerator<string> {
  const report = await reportOf(reported, copiedItems);
  /** Collections with the numbers of items that are still missing. */
  const parts = new Map(report.collections.map((one) => [one.id, { ...one, leaves: [] as string[] }]));
  let after: CopiedItem | undefined;
  let separator = '\n';
  yield '{"items":[';
  do {
    const page = await copiedItems.page(reported.migrationId, after, itemsPerRead);
    const items = page.map(toReceiptItem);
    for (const item of items) {
      const part = parts.get(item.collection);
      if (part === undefined) throw itemsChanged();
      part.leaves.push(leafHash(item));
      part[item.outcome] -= 1;
    }
    if (items.length > 0) yield separator + items.map((item) => JSON.stringify(item)).join(',\n');
    separator = ',\n';
    after = page.length === itemsPerRead ? page.at(-1) : undefined;
  } while (after !== undefined);
  // The retention period may have ended meanwhile, or an instance that lost its lease may have written a result.
  const partList = [...parts.values()];
  if (partList.some((part) => countedOutcomes.some((outcome) => part[outcome] !== 0))) throw itemsChanged();
  const receipt = receiptOf(
    reported,
    report,
    partList.map(({ leaves }) => leaves),
  );
  const signature = signReceipt(receipt, await receiptKeys.privateKey());
  yield `\n],\n"receipt":${JSON.stringify(receipt)},\n"signature":"${signature}"}\n`;
}

/** Returns the receipt's file as a stream. Refuses a copy that hasn't ended, copied no real data, or was erased. */
export const receiptReply = (store: ReceiptStore, reported: ReportedRun): WithHeaders<Readable> => {
  const { run, migrationId } = reported;
  const isReal = run.copy !== undefined && run.copy.account !== '';
  if (isReal && !hasEnded(run.status)) return refuse(409, "The migration hasn't ended, so it has no receipt yet.");
  if (!isReal || !hasStarted(run))
    return refuse(404, 'This migration has no receipt: it copied no real data, or its report was deleted.');
  return new WithHeaders(Readable.from(receiptText(store, reported)), {
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': `attachment; filename="ferry-receipt-${migrationId}.json"`,
  });
};
