import { useEffect, type RefObject } from 'react';
import { isFocusTaken, lendFocus } from '#ui/controls/lent-focus.ts';

/**
 * Leads a person into the field of a refused key, for nothing else goes on until it is there, and back to where they
 * were when it is. Who writes elsewhere or is asked something stays there.
 */
export const useKeyFocus = (fieldRef: RefObject<HTMLInputElement | null>, wanted: boolean): void => {
  useEffect(() => {
    const field = fieldRef.current;
    const banner = field?.closest('section');
    if (!field || !banner) return;
    const lent = lendFocus(banner);
    if (wanted && !isFocusTaken()) field.focus();
    return () => {
      lent.forget();
      // The field is gone with the banner; a focus that has moved on meanwhile stays.
      if (document.activeElement === document.body) lent.giveBack();
    };
  }, [fieldRef, wanted]);
};
