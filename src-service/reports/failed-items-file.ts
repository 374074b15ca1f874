import { unescape } from 'node:querystring';
import { setTimeout as delay } from 'node:timers/promises';
import { constants, deflateRawSync } from 'node:zlib';
import { Zip, ZipPassThrough } from 'fflate';
import { plainName } from '#shared/plain-name.ts';
import { exponentialDelay, retryPolicy } from '#shared/retry-policy.ts';
import type { ModalWords } from '../modal-page/words/words.ts';
import type { CopyCollection } from '../migration-engine/copy-state.ts';
import { ItemFailed, LoginRefused, ServerUnavailable } from '../providers/copy-ports.ts';
import type { CopySource } from '../providers/mail-ports.ts';
import type { CopiedItem } from '../store/copied-items.ts';

export const maxFailedItems = 5_000;
/** Compressing one slice blocks the process for about 1 ms. */
const sliceBytes = 65_536;
const endings = { contacts: 'vcf', events: 'ics', messages: 'eml' } as const;

/** Compresses each slice alone. ZipDeflate of fflate would keep its buffers for every entry until the end. */
class Entry extends ZipPassThrough {
  override compression = 8;
  protected override process(slice: Uint8Array, isLast: boolean): void {
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    this.ondata(null, deflateRawSync(slice, { finishFlush }), isLast);
  }
}

/** Returns a name that every system accepts. With a number in front, no name is reserved or appears twice. */
const fileName = (number: number, name: string): string => {
  const plain = plainName(name)
    .normalize('NFC')
    .replaceAll(/[\\/:*?"<>|]/g, '_');
  return `${number} ${plain.slice(0, 80).toWellFormed()}`.replace(/(?<![. ])[. ]+$/, '');
};

interface FailedItems {
  readonly account: CopySource;
  /** One more than `maxFailedItems` if there are more. */
  readonly items: readonly CopiedItem[];
  readonly collections: readonly Pick<CopyCollection, 'id' | 'name' | 'count' | 'done' | 'failed' | 'isForbidden'>[];
  readonly text: (word: keyof ModalWords) => string;
  readonly signal: AbortSignal;
  /**
   * Uncompressed. Above 4 GiB, a file needs ZIP64, which some devices can't open.
   * @default 2 GiB
   */
  readonly maxBytes?: number;
  readonly retries?: Readonly<Record<'tries' | 'baseMs' | 'capMs', number>>;
}

/** Retries while the source is unavailable. Undefined if the item no longer exists. */
const openContent = async ({ account, signal, retries = retryPolicy.download }: FailedItems, item: string) => {
  for (let tries = 1; ; tries++) {
    try {
      if ('readMessage' in account) return (await account.readMessage(item, signal))?.content;
      const found = await account.read(item, signal);
      return found && [found.content];
    } catch (error) {
      if (!(error instanceof ServerUnavailable) || tries >= retries.tries) throw error;
    }
    await delay(exponentialDelay(retries, tries), undefined, { signal });
  }
};

/** Yields a ZIP file of items as the source has them now, with a list of those that can't be read. */
export async function* failedItemsFile(options: FailedItems): AsyncGenerator<Uint8Array> {
  const { items, collections, text, signal, maxBytes = 2 * 1_073_741_824 } = options;
  const parts: Uint8Array[] = [];
  const zip = new Zip((_error, part) => void parts.push(part));
  const unread: string[] = [];
  let bytes = 0;
  let isDown = false;
  for (const [index, { collection, kind, item }] of items.slice(0, maxFailedItems).entries()) {
    const position = collections.findIndex(({ id }) => id === collection);
    const itemName = unescape(item.slice(item.lastIndexOf('/') + 1)).replace(/\.(?:vcf|ics)$/i, '');
    const folder = fileName(position + 1, collections[position]?.name ?? '');
    const name = `${folder}/${fileName(index + 1, itemName)}.${endings[kind]}`;
    if (bytes > maxBytes) {
      unread.push(`${name}: ${text('failed-full')}`);
      continue;
    }
    let entry: Entry | undefined;
    try {
      if (isDown) throw new ServerUnavailable();
      const content = await openContent(options, item);
      if (content === undefined) throw new ItemFailed('vanished');
      entry = new Entry(name);
      zip.add(entry);
      for await (const part of content)
        for (let from = 0; from < part.length; from += sliceBytes) {
          bytes += Math.min(sliceBytes, part.length - from);
          if (bytes > maxBytes) throw new ItemFailed('too_large');
          entry.push(part.subarray(from, from + sliceBytes));
          yield* parts.splice(0);
        }
    } catch (error) {
      signal.throwIfAborted();
      const isUnavailable = error instanceof ServerUnavailable || error instanceof LoginRefused;
      if (!isUnavailable && !(error instanceof ItemFailed)) throw error;
      // The next item's retries show whether the source has only broken off this item.
      isDown = isUnavailable && entry === undefined;
      const problem = error instanceof ItemFailed ? `failed-${error.reason}` : 'failed-down';
      unread.push(`${name}: ${text(entry === undefined ? (problem as keyof ModalWords) : 'failed-cut')}`);
    }
    entry?.push(new Uint8Array(), true);
    yield* parts.splice(0);
  }
  for (const [index, { name, count, done, failed, isForbidden }] of collections.entries())
    // Failed items are in the list above. The copy couldn't list the others.
    if (isForbidden && (count === null || count > done + failed))
      unread.push(`${fileName(index + 1, name)}: ${text('failed-forbidden')}`);
  if (items.length > maxFailedItems) unread.push(text('failed-more'));
  if (unread.length > 0) {
    const list = new Entry(`${text('failed-list')}.txt`);
    zip.add(list);
    list.push(Buffer.from([text('failed-unread'), '', ...unread, ''].join('\r\n')), true);
  }
  zip.end();
  yield* parts.splice(0);
}
