import type { ModalState, ProgressItem } from '#shared/modal-messages/modal-state.ts';
import { announce, copyOf, find, icon, make, type View } from './card.ts';
import { fillTile } from './choose.ts';
import { numberText, text } from './text.ts';

const row = (className: string, sign: string, label: string, amount: string): HTMLLIElement => {
  const line = make('li', '', { className });
  line.append(icon(sign), label, make('span', amount));
  return line;
};

const wantedAmount = ({ kind, total: count }: ProgressItem, company: string): string => {
  if (kind === 'company') return company;
  return kind === 'attachments' ? text('files', { count }) : numberText(count);
};

/** The sign of a kind of record; those of the sprite have its name, but for files. */
const signOf = (kind: ProgressItem['kind']): string => (kind === 'attachments' ? 'clip' : kind);

/** Tiles on both banks: the provider's, and the letter of the organization. */
const addBanks = (view: ParentNode, provider: string, organization: string): void => {
  const scene = find('.scene', view);
  for (const [side, name] of [
    ['from', provider],
    ['to', organization],
  ] as const) {
    const bank = make('span', '', { className: `bank ${side}` });
    bank.append(make('span', '', { className: 'tile' }));
    fillTile(bank, name);
    scene.append(bank);
  }
};

/** Step 3: what is going to be copied, and to whom. Nothing begins before the person begins it. */
export const consent = (
  state: ModalState,
  provider: string,
  { begin, back }: { begin: () => void; back: () => void },
): View => ({
  key: `consent ${state.company_name}`,
  step: 3,
  build: () => {
    const organization = state.organization_name;
    const company = state.company_name ?? '';
    const copy = copyOf('consent', { company });
    copy.prepend(copyOf('scene'));
    addBanks(copy, provider, organization);
    find('.progress', copy).append(
      ...state.progress.map((item) => row('', signOf(item.kind), text(item.kind), wantedAmount(item, company))),
    );
    find('.primary', copy).onclick = begin;
    find('.other', copy).onclick = back;
    return copy;
  },
});

const amountOf = ({ state, done, total }: ProgressItem): string => {
  if (state === 'waiting') return text('waiting');
  if (state === 'done') return total === 1 ? text('done') : numberText(total);
  return text('partDone', { done, total });
};

/** Step 4: what is moved, and how far. */
export const copying = (state: ModalState, leave: () => void): View => ({
  key: 'copying',
  step: 4,
  build: () => {
    const copy = copyOf('copying');
    copy.prepend(copyOf('scene'));
    find('.leave', copy).onclick = leave;
    return copy;
  },
  update: (view) => {
    const { progress, begun, now } = state;
    find('.progress', view).replaceChildren(
      ...progress.map((item) => row(item.state, item.state, text(item.kind), amountOf(item))),
    );
    const count = begun === null ? 0 : Math.floor((Date.parse(now) - Date.parse(begun)) / 60_000);
    find('.from-to', view).textContent = text(count < 1 ? 'fromToNow' : 'fromTo', { count });
    const sailed = progress.reduce((sum, { done, total }) => sum + done / Math.max(total, 1), 0) / progress.length;
    find('.scene', view).style.setProperty('--sailed', sailed.toFixed(3));
    const list = progress.filter((item) => item.state === 'done').map((item) => text(item.kind));
    announce(list[0] ? text('doneSoFar', { list: list.join(', ') }) : '');
  },
});
