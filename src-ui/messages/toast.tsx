import { Check, Info } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLentFocus } from '../keys/lent-focus.ts';
import { Kbd } from '../keys/shortcuts.tsx';
import { useWindowEvent } from '../keys/use-window-event.ts';
import { createStore, useStore } from '../state/store.ts';
import './toast.css';

interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'done' | 'note';
  readonly action: ToastAction | null;
}

const current = createStore<Toast | null>(null);
let count = 0;

export const showToast = (text: string, kind: Toast['kind'], action: ToastAction | null = null): void => {
  count += 1;
  current.set({ id: count, text, kind, action });
};

const hideToast = (id: number): void => {
  if (current.get()?.id === id) current.set(null);
};

const lifetimeMs = 5_000;
/** Ms for which a toast with a button is shown, so that the user has time to reach the button. */
const actionLifetimeMs = 10_000;
/** Maximum ms that the pointer or the focus keeps a toast open, because either may be there by chance. */
const maxHoldMs = 20_000;
/** A toast shown less than this time, in ms, before a navigation stays, because it belongs to the new page. */
const surviveMs = 1000;

const ToastCard = ({ toast, place }: { readonly toast: Toast; readonly place: string }) => {
  const [isHeld, setHeld] = useState(false);
  const [startedAt] = useState(() => performance.now());
  useEffect(() => {
    const shownMs = toast.action ? actionLifetimeMs : lifetimeMs;
    const timer = setTimeout(() => hideToast(toast.id), isHeld ? maxHoldMs : shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, toast]);
  const firstPlace = useRef(place);
  useEffect(() => {
    if (firstPlace.current === place) return;
    firstPlace.current = place;
    if (performance.now() - startedAt > surviveMs) hideToast(toast.id);
  }, [place, startedAt, toast.id]);
  useWindowEvent('keydown', ({ key, defaultPrevented }) => {
    // Esc closes overlays and panels before toasts.
    if (key === 'Escape' && !defaultPrevented) hideToast(toast.id);
  });
  const card = useRef<HTMLDivElement>(null);
  useLentFocus(card);
  const Icon = toast.kind === 'done' ? Check : Info;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles Esc of the button inside
    <div
      ref={card}
      className="toast row"
      onFocus={() => setHeld(true)}
      onPointerMove={() => setHeld(true)}
      onBlur={({ currentTarget }) => setHeld(currentTarget.matches(':hover'))}
      onPointerLeave={({ currentTarget }) => setHeld(currentTarget.contains(document.activeElement))}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        hideToast(toast.id);
      }}
    >
      <Icon size={16} aria-hidden="true" />
      <span className="text-anywhere">{toast.text}</span>
      {toast.action ? (
        <button type="button" className="toast-action" onClick={toast.action.run}>
          {toast.action.label}
        </button>
      ) : null}
      <Kbd>Esc</Kbd>
    </div>
  );
};

/** Container of toasts. Always mounted, as screen readers require. A toast closes when `place` changes. */
export const ToastRegion = ({ place }: { readonly place: string }) => {
  const toast = useStore(current);
  return (
    <output className="toast-region">{toast ? <ToastCard key={toast.id} toast={toast} place={place} /> : null}</output>
  );
};
