import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { reportFormats } from '#shared/console-contract/export-calls.ts';
import { type ItemView, itemViewSchema } from '#shared/console-contract/reports-calls.ts';
import type { ExportedFile } from '#shared/data-messages/export-messages.ts';
import { changeText } from '#shared/reports-api/reason-words.ts';
import { csvCell } from '#shared/harmless-text.ts';
import type { Access } from '../api-client/service-client.ts';
import type { Clock } from '../clock/clock.ts';
import type { SaveTarget } from '../ports/save-file.ts';
import { writeWhole } from './save-file.ts';
import type { ReportsClient } from '../reports/reports-client.ts';

interface ReportToWrite {
  readonly access: Access;
  readonly id: string;
  readonly target: SaveTarget;
  readonly format: (typeof reportFormats)[number];
  /** Number of items in the report. */
  readonly total: number;
  readonly onProgress: (written: ExportedFile) => void;
}

interface WritePorts {
  readonly clock: Clock;
  readonly client: Pick<ReportsClient, 'allItems' | 'receipt'>;
}

const fields = itemViewSchema.keyof().options;

const csvLine = (item: ItemView): string => {
  const cells = { ...item, changes: item.changes.map(changeText).join('; ') };
  return `${fields.map((field) => csvCell(cells[field] ?? '')).join(',')}\r\n`;
};

/** First bytes and line endings by format. If CSV has no byte order mark, spreadsheets assume a local encoding. */
const forms = {
  csv: { start: `\ufeff${fields.join(',')}\r\n`, line: csvLine },
  jsonl: { start: '', line: (item: ItemView) => `${JSON.stringify(item)}\n` },
} as const;

export const writeReport = (
  { clock, client }: WritePorts,
  { access, id, target, format, total, onProgress }: ReportToWrite,
  signal: AbortSignal,
): Promise<Outcome<ExportedFile>> =>
  writeWhole(target, clock.now, async (handle) => {
    let written = { rows: 0, bytes: 0 };
    const write = async (text: string, rows: number) => {
      const bytes = Buffer.from(text);
      await handle.writeFile(bytes);
      written = { rows: written.rows + rows, bytes: written.bytes + bytes.length };
      onProgress(written);
    };
    if (format === 'receipt') {
      const receipt = await client.receipt(access, id, signal);
      if (!receipt.ok) return receipt;
      // Encoding 100 MB in one step would block the process.
      for (const [lines] of receipt.value.text.matchAll(/[^]{1,65536}[^\n]*\n?/g)) {
        if (signal.aborted) return fail('cancelled', clock.now());
        await write(lines, 0);
      }
      await write('', total);
    } else {
      const { start, line } = forms[format];
      await write(start, 0);
      for await (const items of client.allItems(access, id, signal)) {
        if (!items.ok) return items;
        await write(items.value.map(line).join(''), items.value.length);
      }
    }
    await handle.sync();
    return signal.aborted ? fail('cancelled', clock.now()) : succeed(written);
  });
