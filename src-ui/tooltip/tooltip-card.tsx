import { useId, useLayoutEffect, useMemo } from 'react';
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components';
import { Kbd } from '../keys/shortcuts.tsx';
import type { ShownTip } from './tip.ts';
import './tooltip-card.css';

interface TooltipCardProps {
  readonly tip: ShownTip;
  readonly onClose: () => void;
}

export const TooltipCard = ({ tip, onClose }: TooltipCardProps) => {
  const { trigger, text, shortcut, side } = tip;
  const id = useId();
  // Inside a landmark, so screen readers find no content outside one.
  const container = useMemo(() => document.querySelector('main') ?? document.body, []);
  const triggerRef = useMemo(() => ({ current: trigger }), [trigger]);
  // The layer decides when it is open; the library places it.
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
