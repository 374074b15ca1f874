import { contextBridge, ipcRenderer } from 'electron';
import { callNames } from 'virtual:console-calls';
import { callChannel, cancelChannel, eventChannel } from '#shared/console-contract/channels.ts';
import type { ConsoleBridge, ConsoleEvent } from '#shared/console-contract/types.ts';

type BridgeCalls = ConsoleBridge['calls'];

const callsOf = (topic: string, verbs: readonly string[]): BridgeCalls[string] =>
  Object.fromEntries(
    verbs.map((verb) => {
      const channel = callChannel(topic, verb);
      return [verb, (callId: string, args: unknown) => ipcRenderer.invoke(channel, callId, args)];
    }),
  );

/** One function per call of the contract. Pages get neither channel names nor other access to IPC. */
const bridge: ConsoleBridge = {
  calls: Object.fromEntries(Object.entries(callNames).map(([topic, verbs]) => [topic, callsOf(topic, verbs)])),
  cancel: (callId) => ipcRenderer.send(cancelChannel, callId),
  listen: (listener) => {
    const forward = (_event: unknown, event: ConsoleEvent) => listener(event);
    ipcRenderer.on(eventChannel, forward);
    return () => ipcRenderer.off(eventChannel, forward);
  },
};

contextBridge.exposeInMainWorld('ferryBridge', bridge);
