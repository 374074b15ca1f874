import type { ModalState } from '#shared/modal-messages/modal-state.ts';
import { copyOf, find, icon, type View } from './card.ts';
import { text } from './text.ts';

export const fillTile = (within: ParentNode, name: string): void => {
  const tile = find('.tile', within);
  const glyph = `glyph-${name.toLowerCase()}`;
  if (document.getElementById(glyph)) {
    tile.classList.add(glyph);
    tile.append(icon(glyph));
  } else tile.textContent = name.slice(0, 1).toUpperCase();
};

const minProvidersForSearch = 5;

interface ChooseActions {
  readonly choose: (provider: string) => void;
  readonly showNotListed: (searched: string) => void;
}

export const chooseProvider = (state: ModalState, { choose, showNotListed }: ChooseActions): View => ({
  key: 'choose',
  step: 1,
  build: () => {
    const copy = copyOf('choose');
    const list = find('.providers', copy);
    const emptyNote = find('.nothing', copy);
    for (const { name, category } of state.providers) {
      const row = copyOf('provider', { name, category: text(category) });
      fillTile(row, name);
      find('button', row).onclick = () => choose(name);
      list.append(row);
    }
    const rows = [...list.children] as HTMLElement[];
    const search = find<HTMLInputElement>('.search input', copy);
    find('.search', copy).hidden = rows.length < minProvidersForSearch;
    const filter = () => {
      const searchText = search.value.trim().toLowerCase();
      for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(searchText);
      emptyNote.hidden = rows.some((row) => !row.hidden);
    };
    search.oninput = filter;
    search.onkeydown = (event) => {
      // This key press ends an IME composition.
      if (event.isComposing) return;
      const hits = rows.filter((row) => !row.hidden);
      if (event.key === 'Enter' && hits[0] && hits.length === 1) find('button', hits[0]).click();
      if (event.key !== 'Escape' || search.value === '') return;
      // Stops the event, because the same key press would also close the window.
      event.stopPropagation();
      event.preventDefault();
      search.value = '';
      filter();
    };
    find('.not-listed', copy).onclick = () => showNotListed(search.value.trim());
    return copy;
  },
});
