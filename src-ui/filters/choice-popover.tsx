import { type ReactNode, useRef } from 'react';
import { Dialog, Popover } from 'react-aria-components';
import '../menu/menu.css';

interface ChoicePopoverProps {
  readonly label: string;
  readonly className: string;
  readonly trigger: HTMLElement;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export const ChoicePopover = ({ label, className, trigger, onClose, children }: ChoicePopoverProps) => {
  const triggerRef = useRef(trigger);
  return (
    <Popover
      triggerRef={triggerRef}
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      placement="bottom start"
      containerPadding={8}
      offset={6}
      className="menu-popover"
    >
      <Dialog className={className} aria-label={label}>
        {children}
      </Dialog>
    </Popover>
  );
};
