import autocannon from 'autocannon';

/** A load of `amount` GET requests over `connections`, cycling through the paths. */
export interface Load {
  readonly url: string;
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly amount: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly failed: number;
}

const send = async (load: Load): Promise<void> => {
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    amount: load.amount,
    // Autocannon stops only at a sampling tick; with the default of 1 s, the server would idle at the end.
    sampleInt: 50,
    requests: load.paths.map((path) => ({ method: 'GET', path, headers: { ...load.headers } })),
  });
  const answer: LoadResult = {
    requests: result['2xx'],
    failed: result.non2xx + result.errors + result.timeouts + result.mismatches,
  };
  process.send?.(answer);
};

/** Runs in its own process: sends each load that it receives over IPC, and replies with the result. */
process.on('message', (load: Load) => void send(load));
