import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { readSearchText } from '#shared/search-text/read-search-text.ts';
import { isFocusTaken } from '#ui/keys/lent-focus.ts';
import { lookupText } from '../../../components/migration/id-list-text.ts';

export const usePasteIds = (): void => {
  const navigate = useNavigate();
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (event.defaultPrevented || isFocusTaken() || readSearchText(text).kind !== 'ids') return;
    event.preventDefault();
    lookupText(text);
    void navigate({ to: '/migrations/ids' });
  });
  useEffect(() => {
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, []);
};
