import { expect, type Page } from '@playwright/test';

interface ShownRow {
  readonly id: string;
  /** Cell texts by column header. */
  readonly cells: Readonly<Record<string, string>>;
}

interface ShownList {
  readonly label: string;
  /** Why the list is incomplete; empty if it is complete. */
  readonly gap: string;
  readonly rows: readonly ShownRow[];
}

/** Reads the list synchronously, so all values belong together. Self-contained: it runs in the page. */
function readList(name: string): ShownList {
  const textOf = (element: Element | null | undefined): string => element?.textContent.trim() ?? '';
  const table = document.querySelector(`table.data-table[aria-label="${name}"]`);
  const label = textOf(document.querySelector('.pager-rows'));
  if (!table) return { label, gap: 'There is no table.', rows: [] };
  const heads = [...table.querySelectorAll<HTMLElement>('thead th')].map((head) => head.innerText.trim());
  const elements = [...table.querySelectorAll<HTMLTableRowElement>('tbody tr')];
  const rows = elements.map((row) => ({
    id: row.dataset['rowId'] ?? '',
    cells: Object.fromEntries([...row.cells].map((cell, at) => [heads[at] ?? '', cell.innerText.trim()])),
  }));
  const [, first = '0', last = '-1'] = /^Rows ([\d,]+)–([\d,]+)\b/.exec(label) ?? [];
  const numberOf = (text: string): number => Number(text.replaceAll(',', ''));
  const expected = numberOf(last) - numberOf(first) + 1;
  const missing = elements.filter((row) => row.matches('.coming')).length;
  if (missing > 0) return { label, gap: `${missing} rows have not loaded.`, rows };
  return { label, gap: rows.length === expected ? '' : `${rows.length} of ${expected} rows are shown.`, rows };
}

/**
 * Waits until a list shows the number of rows that its label says, and returns them in order. Use it to count or
 * compare rows: label and rows are read together.
 * @param label such as "Rows 1–25 of 250"; if omitted, any label matches
 */
export async function completeRows(page: Page, name: string, label?: string): Promise<readonly ShownRow[]> {
  let shown: ShownList | undefined;
  const read = async () => {
    shown = await page.evaluate(readList, name);
    return { gap: shown.gap, label: shown.label };
  };
  await expect.poll(read).toEqual({ gap: '', label: label ?? expect.any(String) });
  return shown?.rows ?? [];
}
