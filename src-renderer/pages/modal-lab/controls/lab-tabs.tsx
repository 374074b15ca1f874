import { useRef, type KeyboardEvent } from 'react';

const labParts = ['controls', 'page', 'events'] as const;
export type LabPart = (typeof labParts)[number];

const labels: Record<LabPart, string> = { controls: 'Controls', page: 'Page', events: 'Events' };
export const partId = (part: LabPart): string => `lab-${part}`;

export const LabTabs = ({ part, onPart }: { readonly part: LabPart; readonly onPart: (part: LabPart) => void }) => {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const tabs = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
    const visible = tabs.filter((tab) => tab.offsetParent !== null);
    const next =
      visible[(visible.findIndex((tab) => tab === document.activeElement) + step + visible.length) % visible.length];
    const nextPart = labParts.find((labPart) => labPart === next?.dataset['part']);
    if (step === 0 || !next || !nextPart) return;
    event.preventDefault();
    next.focus();
    onPart(nextPart);
  };
  return (
    <div ref={list} className="lab-tabs" role="tablist" aria-label="Lab sections" tabIndex={-1} onKeyDown={move}>
      {labParts.map((labPart) => (
        <button
          key={labPart}
          type="button"
          role="tab"
          className="lab-tab muted text-medium"
          data-part={labPart}
          aria-selected={part === labPart}
          aria-controls={partId(labPart)}
          tabIndex={part === labPart ? 0 : -1}
          onClick={() => onPart(labPart)}
        >
          {labels[labPart]}
        </button>
      ))}
    </div>
  );
};
