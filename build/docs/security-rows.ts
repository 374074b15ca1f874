/** One threat or fault and what stands against it. Tests name it by its id, in round brackets behind their tag. */
export interface SecurityRow {
  readonly id: string;
  readonly risk: string;
  readonly control: string;
}

export const threats: readonly SecurityRow[] = [
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
    control: 'https, a list of hosts, written anew; deep links are parsed strictly and only show a row',
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
    id: 'T16',
    risk: 'The service is reached by a foreign name, or a page uses a leaked key',
    control: 'Host check on loopback; CORS on the two browser endpoints only',
  },
  {
    id: 'T17',
    risk: 'A token is used twice, by another organization, or after its key was revoked',
    control: 'Consumed in one transaction; bound to organization and key',
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
      'The browser opens a file that only its user can read; a start token ends after 60 s; a second try ends what the first opened, and says so on both sides',
  },
  {
    id: 'T22',
    risk: 'Rate limits are dodged, or lock out somebody else',
    control:
      'Each request counts once: by its credential once that is known to be good, else by the address of the client, whatever its spelling, port or network card; `--trust-proxy` names whose X-Forwarded-For counts; nothing is stored for an unknown credential, and the number of counts is bounded',
  },
  {
    id: 'T23',
    risk: 'Control is reached from outside, or by another organization',
    control:
      'On loopback only, never through a proxy or beside `--public-url` and `--trust-proxy`; each call acts on the organization of its key',
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
    id: 'T28',
    risk: 'A published service takes any Host',
    control:
      'The public host and nothing else; loopback names only on a socket of loopback and where no proxy passed the request on; one Host, the same as in the request line',
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
    id: 'T32',
    risk: 'A header is written into a policy as it comes',
    control: 'Origins and public addresses are taken in canonical form only, and written anew',
  },
  {
    id: 'T33',
    risk: 'A lab mints for another address than it was made for',
    control: 'Long work is bound to profile, address, environment and key; for anything else nothing is sent',
  },
  {
    id: 'T34',
    risk: 'An access token outlives its key',
    control:
      'Tokens, modals and unfinished logins end with their key; a session key ends by a start without one or by revocation; credentials are looked at again when the body has come',
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
    id: 'T41',
    risk: 'A request of any shape breaks the service or learns of its inside',
    control:
      'Checked in a fixed order with bounded sizes; one Error body, one reply, one message for every refused key; who neither sends nor reads is cut off',
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
    risk: 'A text of a service becomes a heading, a link, an image or HTML in a document that is handed on',
    control: 'One function writes such a text into Markdown, and escapes whatever would begin something there',
  },
];

export const faults: readonly SecurityRow[] = [
  {
    id: 'F1',
    risk: '5xx, 429, reset or timeout on a GET',
    control:
      'Three tries at most, full jitter, cancellable; a pause that the service asks for is kept: up to 30 s by the request, a longer one by the page, which counts it down',
  },
  { id: 'F2', risk: 'The reply to a POST is lost', control: 'Never sent again, and said' },
  {
    id: 'F3',
    risk: 'A service is slow or stalls',
    control: 'Deadlines for connecting, first byte, silence and the whole',
  },
  { id: 'F4', risk: 'An oversized or compressed bomb', control: 'Cut at 10 MiB decompressed' },
  {
    id: 'F5',
    risk: '401 under many queries',
    control: 'Nothing more is sent with that key; one prompt; the key stays until a person acts',
  },
  { id: 'F6', risk: 'The clock is off by a day', control: 'Lifetimes on a monotonic clock' },
  { id: 'F7', risk: 'A link token or access token expires in the modal', control: 'A named state and a way on' },
  {
    id: 'F8',
    risk: 'The keychain is absent, locked, denied or frozen',
    control: 'One call with a deadline; nothing is overwritten; memory by explicit choice',
  },
  {
    id: 'F9',
    risk: 'The settings file is damaged, the disk full, the program killed during a save',
    control:
      'Written beside, checked, renamed; backup; damaged file kept and said so; what the next start could not read is not saved',
  },
  {
    id: 'F10',
    risk: 'Two consoles on one folder',
    control: 'An exclusive lock; the second start focuses the first window or says who holds the folder',
  },
  {
    id: 'F11',
    risk: 'Pages fail, move or are refused while all rows are loaded',
    control:
      'Each page is tried again, a pause that the service asks for is kept, ids are kept once, what may be missing is said',
  },
  {
    id: 'F12',
    risk: 'The process that holds the loaded rows ends',
    control: 'Its loss is said, nothing else is lost, and a load begins anew',
  },
  {
    id: 'F13',
    risk: 'An export meets a full disk, a folder that is gone, a cancel or the end of its process',
    control: 'Written beside the file, which it replaces when it is whole; one sentence, and nothing is left',
  },
  {
    id: 'F14',
    risk: 'The service is killed under load',
    control: 'Every acknowledged write is in the journal; tokens are consumed in the same transaction',
  },
  {
    id: 'F15',
    risk: 'The Sandbox or the data process dies',
    control: 'Started again; the Sandbox on its port; the timeline from its file',
  },
  { id: 'F16', risk: 'Offline, or a captive portal', control: 'A state of its own, found out by calls; old rows stay' },
  { id: 'F17', risk: 'The guest of the lab crashes or hangs', control: 'Only the lab shows it' },
  {
    id: 'F18',
    risk: 'The page of the console crashes',
    control: 'Reloaded twice a minute at most, then a static page',
  },
  { id: 'F19', risk: 'Open and close a modal a hundred times', control: 'Everything that was opened is closed' },
  { id: 'F20', risk: 'Hours of work with 1 % faults', control: 'No unhandled rejection, flat memory' },
  {
    id: 'F21',
    risk: 'A navigation to an address of the console without a page',
    control: 'Refused; what gets there all the same is brought back; a missing file stays 404',
  },
  {
    id: 'F22',
    risk: 'A hostile page has emptied the window and cuts off its return',
    control:
      'Brought back twice a minute, then the safe page; a load that is cut off is tried again, at last after ending the process of the page',
  },
  { id: 'F23', risk: 'A run of the tests counts nothing, or ends badly', control: 'It is a failure with its reason' },
  {
    id: 'F24',
    risk: 'A computer lacks what a start needs',
    control: 'One sentence with what to do, or the other host with the reason',
  },
  {
    id: 'F25',
    risk: 'A part of the console cannot be read or kept',
    control: 'It says so in its place, keeps what was there, and Retry reads it',
  },
  { id: 'F26', risk: 'The flow of a lab fails on the way', control: 'A named state with a way on' },
  {
    id: 'F27',
    risk: 'The folder of the service cannot be used',
    control: 'One sentence at the start; a refused write while it runs, and the service lives on',
  },
  {
    id: 'F28',
    risk: 'The console is told to end while it works',
    control: 'It closes what it started and ends with code 0',
  },
  {
    id: 'F29',
    risk: 'A package is half-written, or there are two versions',
    control: 'One sentence; what was installed stays as it was',
  },
  {
    id: 'F30',
    risk: 'The SDK meets a broken network, service or storage',
    control: 'A typed error, memory in the place of storage, and the token kept',
  },
  {
    id: 'F31',
    risk: 'A pipe stands where the console or the service keeps a file',
    control: 'The start ends at once, with a sentence that names it',
  },
  {
    id: 'F32',
    risk: 'The database of the service is gone, refuses, only reads, or is not its own',
    control: 'One sentence at the start; 503 at once while it runs, and it comes back by itself',
  },
];
