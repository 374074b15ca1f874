import { succeed } from '#shared/app-error.ts';
import type { FoundInProfile, SearchedProfile } from '#shared/console-contract/everywhere-calls.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import type { ConsoleEvents } from '../events/console-events.ts';
import { type EverywherePorts, findEverywhere } from './find-everywhere.ts';
import { searchEverywhere, type SearchEverywherePorts } from './search-everywhere.ts';

export const createEverywhereHandlers = ({
  events,
  ...ports
}: EverywherePorts & SearchEverywherePorts & { readonly events: ConsoleEvents }): ConsoleHandlers['everywhere'] => ({
  find: async ({ id }, { signal }) => {
    const onFound = (found: FoundInProfile) => events.emit('everywhere:found', { id, found });
    return succeed(await findEverywhere(ports, id, signal, onFound));
  },
  search: async ({ text }, { signal }) => {
    const onSearched = (searched: SearchedProfile) => events.emit('everywhere:searched', { text, searched });
    return succeed(await searchEverywhere(ports, text, signal, onSearched));
  },
});
