import { contextBridge, ipcRenderer } from 'electron';
import { callChannel, cancelChannel, eventChannel } from '#shared/console-contract/channels.ts';
import type { ConsoleBridge, ConsoleEvent } from '#shared/console-contract/types.ts';

/** The page's only access to IPC. The main process knows the calls, and rejects all others. */
const bridge: ConsoleBridge = {
  call: (...call) => ipcRenderer.invoke(callChannel, ...call),
  cancel: (callId) => ipcRenderer.send(cancelChannel, callId),
  listen: (listener) => {
    const forward = (_event: unknown, event: ConsoleEvent) => listener(event);
    ipcRenderer.on(eventChannel, forward);
    return () => ipcRenderer.off(eventChannel, forward);
  },
};

contextBridge.exposeInMainWorld('ferryBridge', bridge);
