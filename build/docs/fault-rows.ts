import type { SecurityRow } from './threats/security-row.ts';

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
    risk: 'The database of the service is gone, silent, refuses, only reads, or is not its own',
    control:
      'One sentence at the start; 503 at once while it runs, also for what waits already, and it comes back by itself; a start and an end wait for no silent one',
  },
  {
    id: 'F40',
    risk: 'An instance behind a load balancer takes no writes, or ends',
    control: 'It says that it is not ready, answers what comes until the balancer has looked away, and then ends',
  },
  {
    id: 'F41',
    risk: 'A backup is damaged, or not what it says',
    control:
      'Every row is counted and hashed in the backup, and again before a restored folder gets its name; one sentence, and nothing is changed',
  },
  {
    id: 'F36',
    risk: "The modal's page fails, stalls or is blocked in the page of an organization",
    control:
      'The SDK draws a card of its own: X and Esc close it at any time; after 10 s it says so and offers another try',
  },
  {
    id: 'F45',
    risk: 'The service is killed while it delivers webhooks, or a receiver is dead, slow or back after days',
    control:
      'Deliveries and their next try are rows; a claim ends by itself; each endpoint has tries of its own, over three days; ids and bytes stay the same',
  },
  {
    id: 'F50',
    risk: 'The receiver that the console forwards events to, the service, the data process or the console ends',
    control:
      'Events are on the disk with the cursor behind them before more are asked for; each is sent until it was answered, with the same id and bytes',
  },
  {
    id: 'F51',
    risk: 'The instance that copies ends, a server is away, or the password changes in the middle of a copy',
    control:
      'A lease that is renewed each second; one that runs out leads to a question for the log-in; what was done is a row for each item, and so is what is about to be; each item has one place, writes are conditional',
  },
];
