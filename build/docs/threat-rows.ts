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
      'The browser opens a file that only its user can read; a start token ends after 60 s; a second try ends what the first opened, and says so on both sides; the units of the service hand the address of a database on as a credential of systemd',
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
    risk: 'A text of a service becomes a heading, a link, an image or HTML in a document that is handed on, or in a notification of the system',
    control: 'One function writes such a text into Markdown, and escapes whatever would begin something there',
  },
  {
    id: 'T50',
    risk: 'Metrics, traces or the log of the service tell of a customer, or hold a secret',
    control:
      'Requests are named by operation or route; of a trace only a list of attributes leaves; no path, header, body or message of an error',
  },
  {
    id: 'T51',
    risk: 'A web page reads the metrics of a service on this computer by a name that it rebinds',
    control: 'On loopback only names of loopback are answered',
  },
  {
    id: 'T52',
    risk: 'A key that was made for one thing does another',
    control: 'Each operation of the table names the scope that it needs; control takes keys with every scope only',
  },
  {
    id: 'T53',
    risk: 'Somebody hides what was done with keys, or by control',
    control:
      'Each entry of the audit log carries the hash of the one before, the end is kept apart; a noted head shows a log that was written anew',
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
    id: 'T57',
    risk: 'The brand of an organization brings a script, an address or an unreadable colour into the modal',
    control:
      'Logos are PNG images, written anew chunk by chunk, small, and served as such under a closed policy; a colour is six digits with enough contrast; a name is a text; each organization has its own',
  },
  {
    id: 'T70',
    risk: 'An endpoint of webhooks makes the service call this computer, a private network or a metadata service',
    control:
      'https and public addresses only, in every spelling; a name is judged where it leads to, and that very address is connected to; no redirect is followed',
  },
  {
    id: 'T71',
    risk: 'A key hears of events of another organization, or of any after it was revoked',
    control:
      'The feed gives the events of the organization of the key; a cursor fits these events alone; the key is looked at again after each wait',
  },
  {
    id: 'T74',
    risk: 'The secret of an endpoint reaches somebody who can then forge deliveries',
    control:
      'It stands in the reply that makes it, once; no other reply, log line or audit entry has it, and a rotation replaces it without a refused delivery',
  },
  {
    id: 'T75',
    risk: 'An organization sees, changes or replays endpoints and deliveries of another one',
    control: 'Every statement names the organization of the key; what belongs to another one is as unknown as none',
  },
  {
    id: 'T80',
    risk: 'A person does in the dashboard what their role may not, or sees another organization',
    control:
      'One table of calls says who may make each; the guard reads it alone, and the tests are made from it. An organization is found by membership only, a refusal is in the audit log, and changes stand in it in their own transaction',
  },
  {
    id: 'T81',
    risk: 'Another site makes a person’s browser change something in the dashboard (CSRF)',
    control:
      'Each change needs the exact origin of the dashboard and a JSON body; the cookie is SameSite=Strict; the page cannot be framed',
  },
  {
    id: 'T82',
    risk: 'A session of the dashboard is planted, copied, or outlives its person',
    control:
      'Signing in makes a session of its own; of its token the store has a hash; it ends by signing out, by the list of sessions, with a changed password, after half an hour idle and after 12 h',
  },
  {
    id: 'T83',
    risk: 'The dashboard tells which email addresses have an account',
    control:
      'The same words, headers and work for an account that is there and for one that is not; people come by invitations alone',
  },
  {
    id: 'T84',
    risk: 'Passwords of the dashboard are guessed',
    control:
      '12 characters or more, none of the most used; five wrong ones in a minute stop an account, twenty a network, counted in the store before the password is looked at',
  },
  {
    id: 'T85',
    risk: 'The link of an invitation is used by somebody else, or again',
    control:
      '256 random bits behind the #, which reach no server log; used up with the membership in one transaction, within 24 h, until it is renewed or withdrawn, or whoever made it loses the role to give; who is known already needs their own password, but for a link that a shell made, which sets a new one and ends all sessions',
  },
  {
    id: 'T86',
    risk: 'A service leads a person of the console to a page that asks for their password in its name',
    control:
      'The console shows a dashboard of the service’s own origin alone, opens exactly the addresses that it showed, and sends no key with the question',
  },
  {
    id: 'T87',
    risk: 'The second factor of the dashboard is gone around, guessed, or a code of it is used again',
    control:
      'A session is made, and the log tells of it, only when password and code are both right; a code works once, by the last step that was taken, and so does a backup code, of which a hash is kept; ten wrong ones in an hour stop it from everywhere, which the log tells; changes of it need the password, and turning it on ends the sessions that began without it',
  },
  {
    id: 'T88',
    risk: 'Somebody signs in to the dashboard by a passkey that was copied, removed, asked for by another site, or put there by somebody else',
    control:
      'A new one needs the password; every answer is for one question of this site, is taken once within ten minutes, and comes from a device that checked its person; a count that does not go up is refused and in the audit log; a link of a shell takes all of them away, and whoever leaves takes theirs along',
  },
  {
    id: 'T89',
    risk: 'Somebody comes into the dashboard by the sign-in of a company whom nobody invited, or as somebody else',
    control:
      'State, nonce, PKCE, issuer and signature are checked by a library; an answer counts once, within ten minutes, in the browser that began; who is new needs an open invitation of an address that the issuer verified; from then on the issuer’s own id counts, so that an address that goes to somebody else opens nothing; invitations of somebody with a password wait for that password; a second factor is asked for as well',
  },
  {
    id: 'T90',
    risk: 'The console forwards events to an address that is not on this computer',
    control:
      'Loopback addresses in any spelling and the name localhost only, which is not looked up; that very address is connected to; no proxy is asked and no redirect followed',
  },
  {
    id: 'T91',
    risk: 'A copy is led to a server that the operator did not name, or inside the network of the service',
    control:
      'Only the origins of the file are called, with no redirect followed; each address that a name leads to is judged as that of a webhook, and that very address is connected to',
  },
  {
    id: 'T92',
    risk: 'A report is read by another organization, with a key that may not read, or after its time',
    control:
      'Found by the organization of the key and the id together; the scope read; 404 after 90 days, when its items are dropped, and the account and the names of its collections with them',
  },
  {
    id: 'T93',
    risk: 'A card or an entry that somebody else has written holds up the service while it is compared',
    control:
      'Lines are read once, from begin to end, without an expression that goes back; an item above 10 MiB and a list above 16 MiB are not read',
  },
  {
    id: 'T94',
    risk: 'A password stays in memory longer than its copy needs it',
    control:
      'It is gone with the end of the migration, and an hour after the copy began to wait for the end user, who is asked for it again then',
  },
  {
    id: 'T95',
    risk: 'Passwords are guessed at a real service through the modal',
    control:
      'Counted before they are sent there: five wrong ones of a session and twenty from a network in a quarter of an hour, and none goes there until it is over',
  },
];
