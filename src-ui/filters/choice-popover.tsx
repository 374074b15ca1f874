import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components';
import { OpenPopover } from '../menu/open-popover.tsx';

interface ChoicePopoverProps {
  readonly label: string;
  readonly className: string;
  readonly trigger: HTMLElement;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export const ChoicePopover = ({ label, className, trigger, onClose, children }: ChoicePopoverProps) => (
  <OpenPopover trigger={trigger} onClose={onClose}>
    <Dialog className={className} aria-label={label}>
      {children}
    </Dialog>
  </OpenPopover>
);
