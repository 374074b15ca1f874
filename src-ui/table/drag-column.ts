import './drag-column.css';

export interface ColumnDrag {
  readonly head: HTMLTableCellElement;
  readonly x: number;
  readonly y: number;
}

/** Header indexes from 0. If `before` is the number of headers, the column moves to the end. */
export type MoveColumn = (from: number, before: number) => void;

/** Distance in px after which a press is a drag. A press without a drag sorts the table. */
const minDragDistance = 5;

const visibleHeads = (head: HTMLTableCellElement): readonly HTMLTableCellElement[] =>
  Array.from(head.parentElement?.querySelectorAll('th') ?? []).filter(({ offsetWidth }) => offsetWidth > 0);

/** Returns the first header whose middle is to the right of the pointer. The column moves before this header. */
const headAfter = (heads: readonly HTMLTableCellElement[], x: number): HTMLTableCellElement | undefined =>
  heads.find((head) => {
    const { left, width } = head.getBoundingClientRect();
    return x < left + width / 2;
  });

const addFloating = (name: string): HTMLElement => {
  const element = document.createElement('div');
  element.className = name;
  element.setAttribute('aria-hidden', 'true');
  document.body.append(element);
  return element;
};

/** Drags a column by its header. Releasing moves the column, Escape cancels. Keyboard users have a dialog instead. */
export const dragColumn = (press: ColumnDrag, onDrop: MoveColumn): void => {
  const { head } = press;
  const dragEnd = new AbortController();
  const listenerOptions = { signal: dragEnd.signal, capture: true };
  let line: HTMLElement | null = null;
  let name: HTMLElement | null = null;
  let before: number | null = null;

  const end = (): void => {
    dragEnd.abort();
    line?.remove();
    name?.remove();
    document.documentElement.classList.remove('moves-column');
  };
  const start = (): void => {
    line = addFloating('column-line');
    name = addFloating('column-name');
    name.textContent = head.getAttribute('aria-label');
    document.documentElement.classList.add('moves-column');
  };
  const follow = ({ clientX, clientY }: PointerEvent): void => {
    const heads = visibleHeads(head);
    const next = headAfter(heads, clientX);
    const last = heads.at(-1);
    const view = head.closest('.table-scroll')?.getBoundingClientRect();
    const table = head.closest('table')?.getBoundingClientRect();
    if (!line || !name || !last || !view || !table) return;
    before = next?.cellIndex ?? last.cellIndex + 1;
    const edge = next ? next.getBoundingClientRect().left : last.getBoundingClientRect().right - 2;
    line.style.left = `${Math.min(Math.max(edge - 1, view.left), view.right - 2)}px`;
    line.style.top = `${view.top}px`;
    line.style.height = `${Math.min(table.bottom, view.bottom) - view.top}px`;
    name.style.transform = `translate(${clientX + 10}px, ${clientY + 12}px)`;
  };

  window.addEventListener(
    'pointermove',
    (event) => {
      // The user released the button outside the window, or before this listener was added.
      if ((event.buttons & 1) === 0) return end();
      if (!line && Math.hypot(event.clientX - press.x, event.clientY - press.y) < minDragDistance) return undefined;
      if (!line) start();
      return follow(event);
    },
    listenerOptions,
  );
  window.addEventListener(
    'pointerup',
    () => {
      const isDrag = line !== null;
      const from = head.cellIndex;
      end();
      if (!isDrag) return;
      // Suppresses the click that follows the drag, because the press may have started on a sort button.
      const click = new AbortController();
      window.addEventListener('click', (event) => event.stopPropagation(), { signal: click.signal, capture: true });
      setTimeout(() => click.abort());
      if (before !== null && before !== from && before !== from + 1) onDrop(from, before);
    },
    listenerOptions,
  );
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      end();
    },
    listenerOptions,
  );
  window.addEventListener('pointercancel', end, listenerOptions);
  window.addEventListener('blur', end, { signal: dragEnd.signal });
};
