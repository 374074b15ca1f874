import { type ReactNode, useRef } from 'react';
import { Dialog, Popover, type PopoverProps } from 'react-aria-components';
import { useMenuFocus } from '../keys/lent-focus.ts';
import './menu.css';

interface OpenPopoverProps extends Pick<PopoverProps, 'aria-label' | 'placement' | 'offset' | 'crossOffset'> {
  readonly className?: string;
  readonly trigger: HTMLElement;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export const OpenPopover = ({ className = '', trigger, onClose, ...popover }: OpenPopoverProps) => {
  const triggerRef = useRef(trigger);
  useMenuFocus(trigger);
  return (
    <Popover
      placement="bottom start"
      offset={6}
      {...popover}
      triggerRef={triggerRef}
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      containerPadding={8}
      className={`menu-popover ${className}`}
    />
  );
};

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
