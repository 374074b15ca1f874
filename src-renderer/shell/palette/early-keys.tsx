import { useEffectEvent, useLayoutEffect } from 'react';
import './early-keys.css';

interface EarlyKeysProps {
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

/**
 * Placeholder while the palette's code loads. Collects key presses as input for the palette, so that they don't trigger
 * the page's shortcuts. Shows a spinner if loading takes long.
 */
export const EarlyKeys = ({ onText, onClose }: EarlyKeysProps) => {
  const reportText = useEffectEvent((text: string) => onText(text));
  const close = useEffectEvent(() => onClose());
  // A layout effect, because a normal effect might run only after the next key press.
  useLayoutEffect(() => {
    let text = '';
    const onKey = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, isComposing } = event;
      if (ctrlKey || metaKey || altKey || isComposing) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (key === 'Escape') {
        close();
        return;
      }
      if (key === 'Backspace') text = text.slice(0, -1);
      else if (key.length === 1) text += key;
      reportText(text);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
  return <output className="palette-opening">Opening…</output>;
};
