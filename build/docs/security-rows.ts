/** One threat or fault, what stands against it, and which test titles show it. */
export interface SecurityRow {
  readonly risk: string;
  readonly control: string;
  /** A test belongs to the row when its title matches one of these. */
  readonly shownBy: readonly RegExp[];
}

export const threats: readonly SecurityRow[] = [
  {
    risk: 'A reply is malformed, huge or hostile',
    control: 'Tolerant readers with limits; every reply becomes rows or one error of the closed list',
    shownBy: [/any JSON becomes rows/, /mutated replies/],
  },
  {
    risk: 'A call carries arguments that nobody expects',
    control: 'Arguments are unknown until the schema of the call has parsed them',
    shownBy: [/generated calls/, /arguments that do not parse/, /there is no call %s/],
  },
  {
    risk: 'A guest, frame or other window calls the console (Electron)',
    control: 'The gate takes the main frame of an admitted window at the exact origin, nothing else',
    shownBy: [/wrong sender, Electron/, /no bridge at all/, /the bridge and nothing else/, /no channel besides/],
  },
  {
    risk: 'Another page, program or name reaches the browser host',
    control: 'Host, Origin and Fetch metadata on every request; cookie and header secret; one-time start link',
    shownBy: [
      /wrong sender, browser host/,
      /start token/,
      /cookie/,
      /events need the session/,
      /only the own page/,
      /new link ends/,
    ],
  },
  {
    risk: 'The API key leaves the trusted process',
    control: 'Keychain or memory only; one redactor before anything is kept, logged or copied',
    shownBy: [
      /^C1 \[security\]/,
      /\[security\] C1 the key/,
      /C22 \[security\]/,
      /C30 \[security\]/,
      /C43 \[security\]/,
      /no key in the page/,
    ],
  },
  {
    risk: 'A canary key is found after the whole end-to-end run and a forced crash',
    control: 'As above, searched for on disk, in renderer storage and in the process list',
    shownBy: [/canary key/],
  },
  {
    risk: 'A link or access token is in a URL, a referrer, a log or on disk',
    control: 'Tokens travel in headers and bodies; the store keeps hashes; logs are redacted',
    shownBy: [
      /X1 log \[security\]/,
      /no token in any address/,
      /keeps hashes only/,
      /link token of the lab/,
      /canary link token/,
    ],
  },
  {
    risk: 'A redirect takes the key to another place',
    control: 'Redirects are not followed',
    shownBy: [/redirect/],
  },
  {
    risk: 'The key of one service is sent to another',
    control: 'A key is bound to the origin that it was entered for; base addresses are https, or http on this computer',
    shownBy: [/its own origin only/, /base address/],
  },
  {
    risk: 'A page or guest navigates, opens windows, downloads, attaches or asks for permissions',
    control: 'One guard per rule; guests only by the policy of an open lab; in a browser the sandbox of the frame',
    shownBy: [
      /hostile navigations/,
      /webview does not attach/,
      /permissions:/,
      /download ends/,
      /guest is refused/,
      /C17 \[security\] (hostile|permissions)/,
      /outside of a lab stays out/,
      /no preference that a guest/,
    ],
  },
  {
    risk: 'Another program of this computer, or another page, reaches the modal lab',
    control: 'A port and a secret path of its own per lab, Host and Origin checked, an empty 404 for all else',
    shownBy: [
      /a lab answers 404/,
      /two labs at once/,
      /older load of the page/,
      /lab that has ended/,
      /page of a lab has/,
    ],
  },
  {
    risk: 'Text from a service runs as script',
    control: 'Strict policy without inline code and eval, Trusted Types, text nodes only',
    shownBy: [/script payloads/, /strict policy/, /cannot reach the network/],
  },
  {
    risk: 'A link opens something harmful in the system',
    control: 'https, a list of hosts, written anew; deep links are parsed strictly and only show a row',
    shownBy: [/openExternal/, /whatever is opened/, /C38 \[security\]/],
  },
  {
    risk: 'A copied command does more than ask',
    control: 'Everything in single quotes for a POSIX shell, the key as a variable',
    shownBy: [/C31 \[security\]/],
  },
  {
    risk: 'Another window forges messages of the modal',
    control: 'The SDK checks source, exact origin and shape',
    shownBy: [/forged messages/],
  },
  {
    risk: 'The service is reached by a foreign name, or a page uses a leaked key',
    control: 'Host check on loopback; CORS on the two browser endpoints only',
    shownBy: [/X1 Host \[security\]/, /X1 CORS \[security\]/],
  },
  {
    risk: 'A token is used twice, by another organization, or after its key was revoked',
    control: 'Consumed in one transaction; bound to organization and key',
    shownBy: [/X2 /, /revoked key/, /another organization/],
  },
  {
    risk: 'Another program on this computer fetches an exported file from the browser host',
    control: 'The cookie of the session and an address of 192 random bits, good for one fetch',
    shownBy: [/C15 \[security\]/],
  },
  {
    risk: 'TLS checks are got round',
    control: 'Own authorities are added, never checks removed; certificate errors are told apart',
    shownBy: [/C13 \[security\]/],
  },
];

export const faults: readonly SecurityRow[] = [
  {
    risk: '5xx, 429, reset or timeout on a GET',
    control: 'Three tries at most, full jitter, Retry-After up to 30 s, cancellable',
    shownBy: [/GET is tried three times/, /second try/, /connection that is reset/, /failing service is asked once/],
  },
  {
    risk: 'The reply to a POST is lost',
    control: 'Never sent again, and said',
    shownBy: [/POST is sent once/, /reply that is lost/],
  },
  {
    risk: 'A service is slow or stalls',
    control: 'Deadlines for connecting, first byte, silence and the whole',
    shownBy: [/no first byte/, /body that stalls/, /drips forever/, /leaving the page/],
  },
  {
    risk: 'An oversized or compressed bomb',
    control: 'Cut at 10 MiB decompressed',
    shownBy: [/beyond the limit is cut/, /oversized reply/],
  },
  {
    risk: '401 under many queries',
    control: 'Nothing more is sent with that key; one prompt; the key stays until a person acts',
    shownBy: [/C42 \[fault\]/],
  },
  {
    risk: 'The clock is off by a day',
    control: 'Lifetimes on a monotonic clock',
    shownBy: [/clock is off/, /clock off/],
  },
  {
    risk: 'A link token or access token expires in the modal',
    control: 'A named state and a way on',
    shownBy: [/X4 \[fault\]/, /access token expired/, /X2 \[fault\] modal lab/],
  },
  {
    risk: 'The keychain is absent, locked, denied or frozen',
    control: 'One call with a deadline; nothing is overwritten; memory by explicit choice',
    shownBy: [/C2 .*\[fault\]/, /C2 \[fault\]/],
  },
  {
    risk: 'The settings file is damaged, the disk full, the program killed during a save',
    control: 'Written beside, checked, renamed; backup; damaged file kept and said so',
    shownBy: [/C20 \[fault\]/],
  },
  {
    risk: 'Two consoles on one folder',
    control: 'An exclusive lock; the second start focuses the first window or says who holds the folder',
    shownBy: [/second console on the same folder/, /one gets the folder/, /lock of a console that was killed/],
  },
  {
    risk: 'Pages fail, move or are refused while all rows are loaded',
    control:
      'Each page is tried again, a pause that the service asks for is kept, ids are kept once, what may be missing is said',
    shownBy: [/C33 \[fault\] rows that move/, /C33 \[fault\] a page that fails/],
  },
  {
    risk: 'The process that holds the loaded rows ends',
    control: 'Its loss is said, nothing else is lost, and a load begins anew',
    shownBy: [/C33 \[fault\] the data process is lost/],
  },
  {
    risk: 'An export meets a full disk, a folder that is gone, a cancel or the end of its process',
    control: 'Written beside the file, which it replaces when it is whole; one sentence, and nothing is left',
    shownBy: [/C15 \[fault\]/],
  },
  {
    risk: 'The service is killed under load',
    control: 'Every acknowledged write is in the journal; tokens are consumed in the same transaction',
    shownBy: [/times killed under concurrent writes/, /after SIGKILL/],
  },
  {
    risk: 'The Sandbox or the data process dies',
    control: 'Started again; the Sandbox on its port; the timeline from its file',
    shownBy: [/Sandbox is killed/, /data process is lost/, /timeline file/],
  },
  {
    risk: 'Offline, or a captive portal',
    control: 'A state of its own, found out by calls; old rows stay',
    shownBy: [/forbidden, failing, offline/, /web page instead of JSON/],
  },
  {
    risk: 'The guest of the lab crashes or hangs',
    control: 'Only the lab shows it',
    shownBy: [/guest crash/, /guest hang/],
  },
  {
    risk: 'The page of the console crashes',
    control: 'Reloaded twice a minute at most, then a static page',
    shownBy: [/renderer crash/, /safe page/],
  },
  {
    risk: 'Open and close a modal a hundred times',
    control: 'Everything that was opened is closed',
    shownBy: [/100 open and close cycles/],
  },
  { risk: 'Hours of work with 1 % faults', control: 'No unhandled rejection, flat memory', shownBy: [/soak/] },
];
