import { useId, useLayoutEffect, useMemo } from 'react';
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components';
import { Kbd } from '../keys/shortcuts.tsx';
import type { VisibleTip } from './tip.ts';
import './tooltip-card.css';

export const TooltipCard = ({ tip, onClose }: { readonly tip: VisibleTip; readonly onClose: () => void }) => {
  const { trigger, text, shortcut, side } = tip;
  const id = useId();
  // Screen reader users expect all content inside a landmark.
  const container = useMemo(() => document.querySelector('main') ?? document.body, []);
  const triggerRef = useMemo(() => ({ current: trigger }), [trigger]);
  // The tooltip layer controls the open state; react-aria only positions the card.
  const state = useMemo(
    () => ({ isOpen: true, shouldSkipAnimation: false, open: () => undefined, close: onClose }),
    [onClose],
  );

  useLayoutEffect(() => {
    if (trigger.ariaLabel === text) return;
    const before = trigger.getAttribute('aria-describedby');
    trigger.setAttribute('aria-describedby', before ? `${before} ${id}` : id);
    return () => {
      if (before) trigger.setAttribute('aria-describedby', before);
      else trigger.removeAttribute('aria-describedby');
    };
  }, [trigger, text, id]);

  return (
    <TooltipTriggerStateContext value={state}>
      <Tooltip
        className="tooltip"
        triggerRef={triggerRef}
        placement={side}
        offset={6}
        UNSTABLE_portalContainer={container}
      >
        <span id={id}>{text}</span>
        {shortcut === undefined ? null : <Kbd>{shortcut}</Kbd>}
      </Tooltip>
    </TooltipTriggerStateContext>
  );
};
