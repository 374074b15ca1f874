import { Check, Info } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Kbd } from '../keys/kbd.tsx';
import { hideToast, useToast, type Toast } from './toast-store.ts';
import './toast.css';

const lifetimeMs = 5000;

const ToastCard = ({ toast }: { readonly toast: Toast }) => {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => hideToast(toast.id), lifetimeMs);
    return () => clearTimeout(timer);
  }, [held, toast.id]);
  useEffect(() => {
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') hideToast(toast.id);
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [toast.id]);
  const Icon = toast.kind === 'done' ? Check : Info;
  return (
    <div className="toast" onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
      <Icon size={16} aria-hidden="true" />
      <span>{toast.text}</span>
      <Kbd>Esc</Kbd>
    </div>
  );
};

/** The place of toasts; mounted once, so that screen readers know the region before its first message. */
export const ToastRegion = () => {
  const toast = useToast();
  return <output className="toast-region">{toast ? <ToastCard key={toast.id} toast={toast} /> : null}</output>;
};
