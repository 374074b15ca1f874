import { useCallback, useEffect, useState } from 'react';
import { lazyPart } from '../state/lazy-part.tsx';
import type { VisibleTip } from './tip.ts';

const TooltipCard = lazyPart(() => import('./tooltip-card.tsx'), 'TooltipCard');

const hoverDelayMs = 500;

const isCut = (element: HTMLElement): boolean => {
  const box = element.closest<HTMLElement>('td') ?? element;
  return [element, box].some((each) => each.scrollWidth > each.clientWidth && each.clientWidth > 0);
};

const tipOf = (target: EventTarget | null): VisibleTip | null => {
  const trigger = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
  if (!trigger) return null;
  const { tip: text, tipKey: shortcut, tipSide: side, tipCut } = trigger.dataset;
  if (!text || (tipCut && !isCut(trigger))) return null;
  return { trigger, text, shortcut, side: side === 'top' || side === 'right' ? side : 'bottom' };
};

/** Shows tooltips after 500 ms of hover or on keyboard focus, until Esc, press or scroll. Loads the card lazily. */
export const TooltipLayer = () => {
  const [visibleTip, setVisibleTip] = useState<VisibleTip | null>(null);

  const close = useCallback(() => setVisibleTip(null), []);

  useEffect(() => {
    let timer = 0;
    let waitingTrigger: Element | null = null;
    const hide = (): void => {
      clearTimeout(timer);
      waitingTrigger = null;
      setVisibleTip(null);
    };
    const onOver = (event: PointerEvent): void => {
      const next = tipOf(event.target);
      if (next && next.trigger === waitingTrigger) return;
      hide();
      if (!next || event.pointerType === 'touch') return;
      waitingTrigger = next.trigger;
      timer = window.setTimeout(() => setVisibleTip(next), hoverDelayMs);
    };
    const onFocus = (event: FocusEvent): void => {
      hide();
      const element = event.target instanceof HTMLElement ? event.target : null;
      // Only controls get a tooltip on focus, because rows and fields show their own state.
      if (element?.matches('[data-tip]:focus-visible')) setVisibleTip(tipOf(element));
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') hide();
    };
    document.addEventListener('pointerover', onOver);
    document.addEventListener('focusin', onFocus);
    for (const name of ['focusout', 'pointerdown', 'scroll'] as const) document.addEventListener(name, hide, true);
    document.documentElement.addEventListener('pointerleave', hide);
    document.addEventListener('keydown', onKey, true);
    return () => {
      hide();
      document.removeEventListener('pointerover', onOver);
      document.removeEventListener('focusin', onFocus);
      for (const name of ['focusout', 'pointerdown', 'scroll'] as const) document.removeEventListener(name, hide, true);
      document.documentElement.removeEventListener('pointerleave', hide);
      document.removeEventListener('keydown', onKey, true);
    };
  }, []);

  return visibleTip ? <TooltipCard key={visibleTip.text} tip={visibleTip} onClose={close} /> : null;
};
