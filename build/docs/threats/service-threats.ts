import type { SecurityRow } from './security-row.ts';

/** What threatens the service: its API, its webhooks, and the copies that it makes. */
export const serviceThreats: readonly SecurityRow[] = [
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
    id: 'T28',
    risk: 'A published service takes any Host',
    control:
      'The public host and nothing else; loopback names only on a socket of loopback and where no proxy passed the request on; one Host, the same as in the request line',
  },
  {
    id: 'T32',
    risk: 'A header is written into a policy as it comes',
    control: 'Origins and public addresses are taken in canonical form only, and written anew',
  },
  {
    id: 'T34',
    risk: 'An access token outlives its key',
    control:
      'Tokens, modals and unfinished logins end with their key; a session key ends by a start without one or by revocation; credentials are looked at again when the body has come',
  },
  {
    id: 'T41',
    risk: 'A request of any shape breaks the service or learns of its inside',
    control:
      'Checked in a fixed order with bounded sizes; one Error body, one reply, one message for every refused key; who neither sends nor reads is cut off',
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
  {
    id: 'T96',
    risk: 'An end user has their data copied into the account of a colleague',
    control:
      'The account is selected by the user name whose password the source has accepted, never by the user ID of the page; a name with other characters than letters, digits and ._@+- selects none',
  },
];
