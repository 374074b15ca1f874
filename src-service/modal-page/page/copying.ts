import type { ModalChanges, ModalState, ProgressItem } from '#shared/modal-messages/modal-state.ts';
import type { ModalWord } from '../words/words.ts';
import type { View } from './card.ts';
import type { PageParts } from './page-parts.ts';

export const createCopying = (pageParts: PageParts) => {
  const { find, make, icon, copyOf, announce, call, fillTile, text, numberText } = pageParts;
  const labelOf = ({ name, kind }: ProgressItem): string => name ?? text(kind);

  const row = (className: string, sign: string, item: ProgressItem, amount: string): HTMLLIElement => {
    const line = make('li', '', { className });
    line.append(icon(sign), labelOf(item), make('span', amount));
    return line;
  };

  const amountText = ({ kind, total: count }: ProgressItem, company: string): string => {
    if (kind === 'company') return company;
    if (count === null) return text('uncounted');
    return kind === 'attachments' ? text('files', { count }) : numberText(count);
  };

  /** Only named collections are optional. */
  const choosableRow = (item: ProgressItem, amount: string) => {
    const line = make('li');
    const label = make('label');
    const box = make('input', '', { type: 'checkbox', checked: true });
    label.append(icon(item.kind), labelOf(item), make('span', amount), box);
    line.append(label);
    return { line, box };
  };

  const addTiles = (view: ParentNode, provider: string, organization: string): void => {
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

  interface ConsentActions {
    readonly startCopy: (chosen?: number[]) => void;
    readonly back: () => void;
  }

  const consent = (state: ModalState, provider: string, { startCopy, back }: ConsentActions): View => ({
    key: `consent ${state.company_name}`,
    step: 3,
    build: () => {
      const organization = state.organization_name;
      const company = state.company_name ?? '';
      const copy = copyOf(state.retry_of === null ? 'consent' : 'retry', { company });
      copy.prepend(copyOf('scene'));
      addTiles(copy, provider, organization);
      const primary = find<HTMLButtonElement>('.primary', copy);
      const boxes: HTMLInputElement[] = [];
      for (const item of state.progress) {
        const amount = amountText(item, company);
        if (item.name === undefined) find('.progress', copy).append(row('', item.kind, item, amount));
        else {
          const { line, box } = choosableRow(item, amount);
          box.onchange = () => (primary.disabled = !boxes.some(({ checked }) => checked));
          boxes.push(box);
          find('.progress', copy).append(line);
        }
      }
      primary.onclick = () => {
        const chosenIndexes = boxes.flatMap(({ checked }, index) => (checked ? index : []));
        startCopy(chosenIndexes.length < boxes.length ? chosenIndexes : undefined);
      };
      find('.other', copy).onclick = back;
      return copy;
    },
  });

  const amountOf = ({ state, done, total }: ProgressItem): string => {
    if (state === 'waiting') return text('waiting');
    if (total === null) return numberText(done);
    if (state === 'done') return total === 1 ? text('done') : numberText(total);
    return text('partDone', { done, total });
  };

  const rows = (progress: ModalState['progress']): HTMLLIElement[] =>
    progress.map((item) => row(item.state, item.state, item, amountOf(item)));

  const leftText = ({ remaining }: ModalState): string => {
    if (!remaining) return '';
    const { seconds, because } = remaining;
    const left = text(seconds < 60 ? 'secondsLeft' : 'minutesLeft', { count: Math.ceil(seconds / 60) });
    return `${text(`left_${because}` as ModalWord)} ${left}`;
  };

  const copying = (state: ModalState, leave: () => void): View => ({
    key: 'copying',
    step: 4,
    build: () => {
      const copy = copyOf('copying');
      copy.prepend(copyOf('scene'));
      find('.leave', copy).onclick = leave;
      return copy;
    },
    update: (view) => {
      const { progress, begun: startedAt, now } = state;
      find('.progress', view).replaceChildren(...rows(progress));
      const count = startedAt === null ? 0 : Math.floor((Date.parse(now) - Date.parse(startedAt)) / 60_000);
      find('.from-to', view).textContent = `${text(count < 1 ? 'fromToNow' : 'fromTo', { count })} ${leftText(state)}`;
      const parts = progress.map(({ done, total }) => (total === null ? 0 : done / Math.max(total, 1)));
      const progressShare = parts.reduce((sum, part) => sum + part, 0) / parts.length;
      find('.scene', view).style.setProperty('--sailed', `${progressShare}`);
      const list = progress.filter((item) => item.state === 'done').map(labelOf);
      announce(list[0] ? text('doneSoFar', { list: list.join(', ') }) : '');
    },
  });

  const changeLines = ({ items }: ModalChanges): HTMLElement[] =>
    items.flatMap(({ collection, changes }) =>
      changes.map(({ property, before, after }) => {
        const line = make('li');
        line.append(make('b', collection), make('bdi', `${property}: ${before ?? '–'} → ${after ?? '–'}`));
        return line;
      }),
    );

  const offerChanges = (part: HTMLElement, count: number): void => {
    part.hidden = false;
    const button = find<HTMLButtonElement>('button', part);
    button.onclick = async () => {
      button.disabled = true;
      const answer = await call<ModalChanges>('changes');
      button.disabled = false;
      if ('trouble' in answer) {
        part.replaceChildren(make('p', text('changesFailed'), { role: 'alert' }), button);
        return;
      }
      const list = make('ul', '', { tabIndex: -1 });
      list.setAttribute('aria-label', text('changes'));
      list.append(...changeLines(answer.reply));
      part.replaceChildren(list);
      const shownCount = answer.reply.items.length;
      if (shownCount < count) part.append(make('p', text('firstChanges', { number: shownCount })));
      list.focus();
    };
  };

  const withCounts = (view: View, { progress, session_over: isOver, can_download: canDownload }: ModalState): View => ({
    ...view,
    key: `${view.key} counted`,
    build: () => {
      const copy = view.build();
      const list = make('ul', '', { className: 'progress' });
      list.append(...rows(progress));
      find('#receipt', copy).before(list);
      const altered = progress.reduce((sum, item) => sum + item.altered, 0);
      if (altered > 0 && !isOver) offerChanges(find('.changes', copy), altered);
      for (const link of copy.querySelectorAll('a')) {
        link.href = `${location.pathname}/${link.id}${location.search}`;
        link.hidden = link.id === 'receipt' ? isOver : !canDownload;
      }
      return copy;
    },
  });

  return { consent, copying, withCounts };
};
