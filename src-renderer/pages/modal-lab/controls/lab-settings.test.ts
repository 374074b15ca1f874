import { expect, test } from 'vitest';
import { providerLimits } from '#shared/migration-api/provider-limits.ts';
import { addProviders } from './lab-settings.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `Ledger ${at}`);

test(
  'a pasted list of source providers becomes distinct names, and extra or overlong names stay in the field',
  { tags: '@C16' },
  () => {
    expect(addProviders(['Tallyroom'], ' Crewbase, ,Tallyroom,Crewbase ,Own ledger')).toEqual({
      chosen: ['Tallyroom', 'Crewbase', 'Own ledger'],
      rest: '',
    });
    const full = addProviders(['Tallyroom'], numbered(60).join(','));
    expect(full.chosen).toHaveLength(providerLimits.names);
    expect(full.rest.split(', ')).toEqual(numbered(60).slice(providerLimits.names - 1));
    expect(addProviders(full.chosen, 'One more').rest).toBe('One more');
    const long = 'x'.repeat(providerLimits.letters + 1);
    expect(addProviders([], `${long},Crewbase`)).toEqual({ chosen: ['Crewbase'], rest: long });
  },
);
