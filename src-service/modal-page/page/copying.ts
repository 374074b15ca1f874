import type { ModalState, ProgressItem } from '#shared/modal-messages/modal-state.ts';
import { announce, copyOf, find, icon, make, type View } from './card.ts';
import { fillTile } from './choose.ts';
import { numberText, text } from './text.ts';

/** An address book has a name of its own. */
const labelOf = ({ name, kind }: ProgressItem): string => name ?? text(kind);

const row = (className: string, sign: string, item: ProgressItem, amount: string): HTMLLIElement => {
  const line = make('li', '', { className });
  line.append(icon(sign), labelOf(item), make('span', amount));
  return line;
};

const wantedAmount = ({ kind, total: count }: ProgressItem, company: string): string => {
  if (kind === 'company') return company;
  return kind === 'attachments' ? text('files', { count }) : numberText(count);
};

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
  { begin, back }: { begin: (chosen: number[]) => void; back: () => void },
): View => ({
  key: `consent ${state.company_name}`,
  step: 3,
  build: () => {
    const organization = state.organization_name;
    const company = state.company_name ?? '';
    const copy = copyOf('consent', { company });
    copy.prepend(copyOf('scene'));
    addBanks(copy, provider, organization);
    const boxes = state.progress.map((item) => {
      const { name: title = '' } = item;
      const line = row('', item.kind, item, wantedAmount(item, company));
      const box = make('input', '', { type: 'checkbox', checked: true, title });
      // What has a name of its own can be left out.
      if (title) line.append(box);
      find('.progress', copy).append(line);
      return box;
    });
    find('.primary', copy).onclick = () => begin(boxes.flatMap(({ checked }, index) => (checked ? index : [])));
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
      ...progress.map((item) => row(item.state, item.state, item, amountOf(item))),
    );
    const count = begun === null ? 0 : Math.floor((Date.parse(now) - Date.parse(begun)) / 60_000);
    find('.from-to', view).textContent = text(count < 1 ? 'fromToNow' : 'fromTo', { count });
    const sailed = progress.reduce((sum, { done, total }) => sum + done / Math.max(total, 1), 0) / progress.length;
    find('.scene', view).style.setProperty('--sailed', `${sailed}`);
    const list = progress.filter((item) => item.state === 'done').map(labelOf);
    announce(list[0] ? text('doneSoFar', { list: list.join(', ') }) : '');
  },
});
