import { app, BrowserWindow, type Certificate, dialog } from 'electron';

/** Maximum certificate buttons, to keep the dialog readable. */
const maxShown = 8;
const maxNameCharacters = 80;

const displayName = (name: string): string => name.replace(/\p{C}/gu, ' ').trim().slice(0, maxNameCharacters);

function originOf(asking: string): string | null {
  try {
    return new URL(asking.includes('://') ? asking : `https://${asking}`).origin;
  } catch {
    return null;
  }
}

async function choose(host: string, certificates: readonly Certificate[]): Promise<Certificate | null> {
  const offers = certificates.slice(0, maxShown);
  const window = BrowserWindow.getAllWindows().find((one) => one.isVisible());
  if (!window || offers.length === 0) return null;
  const lines = offers.map(({ subjectName, issuerName, validExpiry }) => {
    const until = new Date(validExpiry * 1000).toISOString().slice(0, 10);
    return `${displayName(subjectName)}, issued by ${displayName(issuerName)}, valid until ${until}`;
  });
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    noLink: true,
    message: `${host} asks for a client certificate.`,
    detail: `Send one only if your organization told you to. Your choice lasts until you quit the console.\n\n${lines.join('\n')}`,
    buttons: ['Send none', ...offers.map(({ subjectName }) => displayName(subjectName))],
    defaultId: 0,
    cancelId: 0,
  });
  return offers[response - 1] ?? null;
}

/**
 * Asks the user once per service before sending a client certificate, because Chromium sends the first match. Pages
 * never send one, as guests must not identify the user. Only origins passed to `expect` count as services.
 */
export function guardClientCertificates(): { readonly expect: (origin: string) => void } {
  const serviceOrigins = new Set<string>();
  const choices = new Map<string, Promise<Certificate | null>>();
  app.on('select-client-certificate', (event, contents: Electron.WebContents | null, url, certificates, answer) => {
    event.preventDefault();
    const origin = originOf(url);
    if (contents || origin === null || !serviceOrigins.has(origin)) return answer();
    const choice = choices.get(origin) ?? choose(new URL(origin).host, certificates).catch(() => null);
    choices.set(origin, choice);
    void choice.then((chosen) => {
      // The certificate store may have changed, and only a currently offered certificate can be sent.
      const offeredCertificate = certificates.find(({ fingerprint }) => fingerprint === chosen?.fingerprint);
      return offeredCertificate ? answer(offeredCertificate) : answer();
    });
  });
  return { expect: (origin) => void serviceOrigins.add(origin) };
}
