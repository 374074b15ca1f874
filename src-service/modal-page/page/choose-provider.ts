import type { ModalState } from '#shared/modal-messages/modal-state.ts';
import type { View } from './card.ts';
import { colourTile, letterOf } from './provider-tile.ts';
import { copyOf, find } from './templates.ts';

const fewProviders = 5;

/** Step 1: the providers that this modal offers. */
export const chooseProvider = (state: ModalState, choose: (provider: string) => void): View => ({
  key: 'choose',
  step: 1,
  build: () => {
    const copy = copyOf('choose');
    const list = find('.providers', copy);
    const nothing = find('.nothing', copy);
    for (const { name, kind } of state.providers) {
      const row = copyOf('provider', { name, kind, letter: letterOf(name) });
      colourTile(row, name);
      find('button', row).addEventListener('click', () => choose(name));
      list.append(row);
    }
    const rows = [...list.children] as HTMLElement[];
    const search = find<HTMLInputElement>('.search input', copy);
    find('.search', copy).hidden = rows.length < fewProviders;
    search.addEventListener('input', () => {
      const wanted = search.value.trim().toLowerCase();
      for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
      nothing.hidden = rows.some((row) => !row.hidden);
    });
    return copy;
  },
});
