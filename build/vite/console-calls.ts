import type { Plugin } from 'vite';
import { calls } from '../../src-shared/console-contract/calls.ts';

const id = 'virtual:console-calls';

/** Provides the names of the contract's calls, without the schemas, to the preload script and the renderer. */
export function consoleCalls(): Plugin {
  const callNames = Object.fromEntries(Object.entries(calls).map(([topic, verbs]) => [topic, Object.keys(verbs)]));
  return {
    name: 'ferry:console-calls',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (source) => (source === `\0${id}` ? `export const callNames = ${JSON.stringify(callNames)};` : null),
  };
}
