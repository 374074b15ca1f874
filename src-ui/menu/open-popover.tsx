import { type ReactNode, useRef } from 'react';
import { Popover, type PopoverProps } from 'react-aria-components';
import './menu.css';

interface OpenPopoverProps extends Pick<PopoverProps, 'aria-label' | 'placement' | 'offset' | 'crossOffset'> {
  readonly className?: string;
  readonly trigger: HTMLElement;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export const OpenPopover = ({ className = '', trigger, onClose, ...popover }: OpenPopoverProps) => {
  const triggerRef = useRef(trigger);
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
