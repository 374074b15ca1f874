import type { SecurityRow } from './security-row.ts';

/** What threatens the console, its browser host, the SDK in a page, and verify. */
export const consoleThreats: readonly SecurityRow[] = [
  {
    id: 'T1',
    risk: 'A reply is malformed, huge or hostile',
    control:
      'Tolerant readers with limits; every reply becomes rows or one error of the closed list; what is kept of it is cut',
  },
  {
    id: 'T2',
    risk: 'A call carries arguments that nobody expects',
    control: 'Arguments are unknown until the schema of the call has parsed them',
  },
  {
    id: 'T3',
    risk: 'A guest, frame or other window calls the console (Electron)',
    control: 'The gate takes the main frame of an admitted window at the exact origin, nothing else',
  },
  {
    id: 'T4',
    risk: 'Another page, program or name reaches the browser host',
    control: 'Host, Origin and Fetch metadata on every request; cookie and header secret; one-time start link',
  },
  {
    id: 'T5',
    risk: 'The API key leaves the trusted process',
    control: 'Keychain or memory only; one redactor before anything is kept, logged or copied',
  },
  {
    id: 'T6',
    risk: 'A canary key is found after the whole end-to-end run and a forced crash',
    control: 'As above, searched for on disk, in renderer storage and in the process list',
  },
  {
    id: 'T7',
    risk: 'A link or access token is in a URL, a referrer, a log or on disk',
    control: 'Tokens travel in headers and bodies; the store keeps hashes; logs are redacted',
  },
  { id: 'T8', risk: 'A redirect takes the key to another place', control: 'Redirects are not followed' },
  {
    id: 'T9',
    risk: 'The key of one service is sent to another',
    control: 'A key is bound to the origin that it was entered for; base addresses are https, or http on this computer',
  },
  {
    id: 'T10',
    risk: 'A page or guest navigates, opens windows, downloads, attaches or asks for permissions',
    control: 'One guard per rule; guests only by the policy of an open lab; in a browser the sandbox of the frame',
  },
  {
    id: 'T11',
    risk: 'Another program of this computer, or another page, reaches the modal lab',
    control: 'A port and a secret path of its own per lab, Host and Origin checked, an empty 404 for all else',
  },
  {
    id: 'T12',
    risk: 'Text from a service runs as script',
    control: 'Strict policy without inline code and eval, Trusted Types, text nodes only',
  },
  {
    id: 'T13',
    risk: 'A link opens something harmful in the system',
    control:
      'https, a list of hosts, written anew; deep links are parsed strictly, only show something, and change the profile after a question',
  },
  {
    id: 'T14',
    risk: 'A copied command does more than ask',
    control: 'Everything in single quotes for a POSIX shell, the key as a variable',
  },
  {
    id: 'T15',
    risk: 'Another window forges messages of the modal',
    control: 'The SDK checks source, exact origin and shape',
  },
  {
    id: 'T18',
    risk: 'Another program on this computer fetches an exported file from the browser host',
    control: 'The cookie of the session and an address of 192 random bits, good for one fetch',
  },
  {
    id: 'T19',
    risk: 'TLS checks are got round',
    control: 'Own authorities are added, never checks removed; certificate errors are told apart',
  },
  {
    id: 'T20',
    risk: 'A file of a person is deleted or changed by the console or the service',
    control:
      'The console starts only on a new, an empty or its own marked folder and removes only names of lists of its own; the service opens no database that is not its own',
  },
  {
    id: 'T21',
    risk: 'A secret stands in an argument list or environment, or somebody else redeems the start link',
    control:
      'The browser opens a file that only its user can read; a start token ends after 60 s; a second try ends what the first opened, and says so on both sides; the units of the service hand the address of a database on as a credential of systemd',
  },
  {
    id: 'T24',
    risk: 'A spreadsheet runs an exported cell',
    control:
      'Breaks and control characters become spaces, and an apostrophe stands wherever a reader that separates by comma or by semicolon would begin a formula',
  },
  {
    id: 'T25',
    risk: 'The password of a proxy is shown',
    control:
      'Addresses of proxies show host and port only, however they are spelled; of one that cannot be read, the whole is taken out of errors and logs',
  },
  {
    id: 'T26',
    risk: 'A hostile service floods or tricks the redactor',
    control:
      'Keys are pinned while they are held; every reply passes one function before anybody reads it; what is kept, logged or exported passes the redactor again',
  },
  {
    id: 'T27',
    risk: 'The trusted process is led to an address that it should not call',
    control:
      'One gate in front of every call: origins of profiles and of the Sandbox only, on a limited network those of the managed file; what a service names is resolved once, judged, and called at exactly that address without a credential',
  },
  {
    id: 'T29',
    risk: 'Switches of Chromium or Node weaken the installed console',
    control:
      'A list of switches of display and language, in exact spelling; any other ends the start with a sentence before window, port, connection or folder; variables that give keys away are dropped',
  },
  {
    id: 'T30',
    risk: 'Other users of the computer read the files of the console',
    control:
      'Folders 0700 and files 0600 by modes of their own from the first moment; what was wide is narrowed at the start',
  },
  {
    id: 'T31',
    risk: 'A client certificate is sent without asking',
    control:
      'Pages get none; for a service of a profile the person is asked once in each run, and sends none unless they say so',
  },
  {
    id: 'T33',
    risk: 'A lab mints for another address than it was made for',
    control: 'Long work is bound to profile, address, environment and key; for anything else nothing is sent',
  },
  {
    id: 'T35',
    risk: 'Control characters act in a log, on a terminal, in a notification or in a file that is handed on',
    control: 'Every control character is written as text',
  },
  {
    id: 'T36',
    risk: 'A probe uses a download up, or holds it',
    control:
      'Only a fetch that got the whole file does; HEAD, OPTIONS, prefetch and a fetch that was cut off give it back',
  },
  {
    id: 'T37',
    risk: 'The managed file is faulty, or planted by a user',
    control:
      'One fault makes the console read-only and limits it to the profiles that are right; the place comes from the system; on Linux and macOS only the file of root is read, on Windows the installers set the rights of its folder',
  },
  {
    id: 'T38',
    risk: 'The next user of a shared browser goes on with a stored token',
    control:
      'The token is bound to its user from the first moment; another user or `forget()` ends the turn in every tab, also while a modal is opening',
  },
  {
    id: 'T39',
    risk: 'A runtime or a build is not what its makers published',
    control: 'Nothing is unpacked or packed without the published hash; test builds say so',
  },
  {
    id: 'T40',
    risk: 'A support bundle tells of other migrations and people',
    control: 'Only the rows of this migration; user ids only where they are wanted',
  },
  {
    id: 'T42',
    risk: 'A service takes tokens that it should refuse',
    control: 'The token lab tries it and names the fault',
  },
  {
    id: 'T43',
    risk: 'A link in the user-data folder leads what the console writes elsewhere',
    control: 'A link in the place of a folder ends the start with a sentence; one in the place of the log is replaced',
  },
  {
    id: 'T44',
    risk: 'A text of a service becomes a heading, a link, an image or HTML in a document that is handed on, or in a notification of the system',
    control: 'One function writes such a text into Markdown, and escapes whatever would begin something there',
  },
  {
    id: 'T54',
    risk: 'A person who only looks creates or changes data at a service, or does so on production without having agreed',
    control:
      'A profile can be read-only: the trusted process then sends reads alone; on production it sends nothing that creates data before it is told that the person agreed',
  },
  {
    id: 'T55',
    risk: 'The Sandbox answers other devices than this computer, or can be steered by them',
    control:
      'It listens on loopback unless a person chooses to share it, for this run alone; while it is shared there is no control. Plain http pages of the network are answered at the very address of the service only',
  },
  {
    id: 'T56',
    risk: 'The key of an app of one’s own stays where somebody finds it',
    control:
      'It comes to the page when it is made and when a person copies it; it is kept in the keychain or in memory, and is in no log, setting or file',
  },
  {
    id: 'T86',
    risk: 'A service leads a person of the console to a page that asks for their password in its name',
    control:
      'The console shows a dashboard of the service’s own origin alone, opens exactly the addresses that it showed, and sends no key with the question',
  },
  {
    id: 'T90',
    risk: 'The console forwards events to an address that is not on this computer',
    control:
      'Loopback addresses in any spelling and the name localhost only, which is not looked up; that very address is connected to; no proxy is asked and no redirect followed',
  },
];
