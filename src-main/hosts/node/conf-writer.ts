import type { OpenSettingsWriter } from '../../console/settings/settings-port.ts';
import { loadQuietly } from './load-quietly.ts';

/** Writes the settings by `conf`. Its own recovery stays off: it would wipe what it cannot read. */
export const openConfWriter: OpenSettingsWriter = async (folder, name) => {
  const { default: Conf } = await loadQuietly(() => import('conf'));
  const conf = new Conf<Record<string, unknown>>({
    cwd: folder,
    configName: name,
    configFileMode: 0o600,
    clearInvalidConfig: false,
    accessPropertiesByDotNotation: false,
  });
  return (document) => {
    conf.store = document as Record<string, unknown>;
  };
};
