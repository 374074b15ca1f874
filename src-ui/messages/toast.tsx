import { Check, Info } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Kbd } from '../keys/shortcuts.tsx';
import { createStore, useStore } from '../state/store.ts';
import './toast.css';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'done' | 'note';
  readonly action?: ReactNode;
}

const current = createStore<Toast | null>(null);
let count = 0;

/** Shows a short message at the bottom right. Replaces the previous message. */
export const showToast = (text: string, kind: Toast['kind'], action?: ReactNode): void => {
  count += 1;
  current.set({ id: count, text, kind, action });
};

const hideToast = (id: number): void => {
  if (current.get()?.id === id) current.set(null);
};

const lifetimeMs = 5000;
/** Maximum ms that the pointer or the focus keeps a toast open, because either may be there by chance. */
const maxHoldMs = 20_000;
/** A toast shown less than this time, in ms, before a navigation stays, because it belongs to the new page. */
const surviveMs = 1000;

const ToastCard = ({ toast, place }: { readonly toast: Toast; readonly place: string }) => {
  const [isHeld, setHeld] = useState(false);
  const [startedAt] = useState(() => performance.now());
  useEffect(() => {
    const timer = setTimeout(() => hideToast(toast.id), isHeld ? maxHoldMs : lifetimeMs);
    return () => clearTimeout(timer);
  }, [isHeld, toast.id]);
  const firstPlace = useRef(place);
  useEffect(() => {
    if (firstPlace.current === place) return;
    firstPlace.current = place;
    if (performance.now() - startedAt > surviveMs) hideToast(toast.id);
  }, [place, startedAt, toast.id]);
  useEffect(() => {
    const close = (event: KeyboardEvent): void => {
      // Esc closes overlays and panels before toasts.
      if (event.key === 'Escape' && !event.defaultPrevented) hideToast(toast.id);
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [toast.id]);
  const Icon = toast.kind === 'done' ? Check : Info;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles Esc of the button inside
    <div
      className="toast row"
      onFocus={() => setHeld(true)}
      onPointerMove={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerLeave={({ currentTarget }) => setHeld(currentTarget.contains(document.activeElement))}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        hideToast(toast.id);
      }}
    >
      <Icon size={16} aria-hidden="true" />
      <span className="text-anywhere">{toast.text}</span>
      {toast.action}
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
